/** Hands a JSON text to the browser as a download. */
export function saveFile(name: string, json: string): void {
  const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then; the address is only good for it.
  setTimeout(() => URL.revokeObjectURL(url));
}
