// An entrance of its own: who needs the names needs no schema.

/**
 * The companies, all invented, that the stand-in's offers come from (svc.6). The table of its hotels refers to them by
 * their places: append, never reorder.
 */
export const suppliers = ['Jacaranda Stays', 'Quillwater Rooms', 'Cais Norte Supply'] as const;
