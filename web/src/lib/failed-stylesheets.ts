/** Vite links the stylesheet of a chunk once, even if it could not be loaded: remembers those that failed. */
export function watchStylesheets(): void {
  const mark = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
      target.dataset['failed'] = '';
  };
  // An error of an element does not bubble.
  document.addEventListener('error', mark, true);
}

/** Call before a chunk is loaded again. */
export function reloadFailedStylesheets(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-failed]')) {
    const again = link.cloneNode() as HTMLLinkElement;
    delete again.dataset['failed'];
    link.replaceWith(again);
  }
}
