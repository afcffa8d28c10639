/** Saves a file on the machine of the person. */
export function download(name: string, content: Blob | string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'application/json' }) : content;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
