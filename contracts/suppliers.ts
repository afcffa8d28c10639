// A separate entry, because code that needs the names needs no schema.

/**
 * The invented companies behind the stand-in's offers (svc.6). The table of hotels refers to them by index: append new names, never
 * reorder them.
 */
export const suppliers = ['Jacaranda Stays', 'Quillwater Rooms', 'Cais Norte Supply'] as const;
