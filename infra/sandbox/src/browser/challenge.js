import { postForm } from './api.js';
import { element } from './card-inputs.js';
import { adoptSheet } from './card-styles.js';

const CHALLENGE_RULES = `
.sandbox-challenge { pointer-events: auto; box-sizing: border-box; width: min(26rem, calc(100vw - 2rem));
  padding: 2rem; border: 0; border-radius: 1rem; color-scheme: light dark;
  color: light-dark(#1d2a21, #e9e6da); background: light-dark(#fffdf8, #1a221b);
  box-shadow: 0 1rem 4rem rgb(0 0 0 / .4); font: 1rem/1.5 system-ui, sans-serif; }
.sandbox-challenge::backdrop { background: rgb(10 16 12 / .6); }
.sandbox-challenge h2 { margin: 0 0 .5rem; font: 700 1.5rem/1.2 system-ui, sans-serif; color: inherit; }
.sandbox-challenge p { margin: 0; }
.sandbox-challenge__eyebrow { font-size: .8rem; opacity: .8; }
.sandbox-challenge__buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
.sandbox-challenge button { flex: 1 1 8rem; min-height: 3rem; border: 1px solid #1f5c43;
  border-radius: .6rem; font: inherit; font-weight: 600; cursor: pointer; background: #1f5c43; color: #fff; }
.sandbox-challenge button[value="fail"] { background: transparent; color: inherit; border-color: currentColor; }
.sandbox-challenge button:focus-visible { outline: 3px solid light-dark(#c2571b, #f0a06a); outline-offset: 2px; }
`;

let isStyled = false;

/** Shows the bank's 3-D Secure challenge in an overlay and posts the answer to the sandbox. */
export async function askChallenge(source) {
  if (!isStyled) adoptSheet(CHALLENGE_RULES);
  isStyled = true;
  const dialog = buildDialog();
  const release = shieldPage(dialog);
  document.body.append(dialog);
  dialog.showModal();
  const answer = await new Promise((resolve) => {
    dialog.addEventListener('click', (event) => {
      const choice = event.target instanceof HTMLButtonElement ? event.target.value : '';
      if (choice) resolve(choice);
    });
    dialog.addEventListener('cancel', () => resolve('fail'));
  });
  for (const button of dialog.querySelectorAll('button')) button.disabled = true;
  await postForm(`3ds/${source}/${answer}`, {});
  dialog.close();
  dialog.remove();
  release();
}

function buildDialog() {
  const dialog = element('dialog', {
    class: 'sandbox-challenge',
    'aria-labelledby': 'sandbox-challenge-title',
  });
  const buttons = element('div', { class: 'sandbox-challenge__buttons' });
  buttons.append(
    element('button', { type: 'button', value: 'complete' }, 'Complete'),
    element('button', { type: 'button', value: 'fail' }, 'Fail'),
  );
  dialog.append(
    element('p', { class: 'sandbox-challenge__eyebrow' }, '3D Secure 2 test page'),
    element('h2', { id: 'sandbox-challenge-title' }, 'Is it you?'),
    element('p', {}, 'Your bank asks you to confirm this payment. Choose how the test shall end.'),
    buttons,
  );
  return dialog;
}

/** Stops pointer and Escape events, so that a modal of the embedding page does not close. */
function shieldPage(dialog) {
  const hide = (event) => event.stopPropagation();
  for (const type of ['pointerdown', 'mousedown', 'touchstart', 'focusin', 'focusout']) {
    dialog.addEventListener(type, hide);
  }
  const hideEscape = (event) => {
    if (event.key === 'Escape') event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', hideEscape, true);
  return () => window.removeEventListener('keydown', hideEscape, true);
}
