/** Downloads text as a file. */
export function saveFile(name: string, type: string, text: BlobPart[]): void {
  const url = URL.createObjectURL(new Blob(text, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has started; the object URL is not needed any more.
  setTimeout(() => URL.revokeObjectURL(url));
}
