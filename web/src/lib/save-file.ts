/** Downloads data as a JSON file. */
export function saveFile(name: string, json: string): void {
  const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has started; the object URL is not needed any more.
  setTimeout(() => URL.revokeObjectURL(url));
}
