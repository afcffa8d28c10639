// This entry is separate, because code that needs the names of the companies does not need the schemas.

/**
 * The invented companies that offer the stand-in's products (svc.6). The table of hotels refers to a company by the
 * index in this list. So append new names, and never reorder the list.
 */
export const suppliers = ['Jacaranda Stays', 'Quillwater Rooms', 'Cais Norte Supply'] as const;
