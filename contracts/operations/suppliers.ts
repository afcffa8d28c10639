// This entry is separate, because code that needs the names of the companies does not need the schemas.

/** Invented (svc.6). The table of hotels refers to a company by its index, so append new names, and never reorder the list. */
export const suppliers = ['Jacaranda Stays', 'Quillwater Rooms', 'Cais Norte Supply'] as const;
