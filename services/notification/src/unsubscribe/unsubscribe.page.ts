/** The site's colours and fonts, for both pages. */
const STYLE = `
:root{color-scheme:light dark;--paper:#f7f3ea;--sheet:#fdfbf6;--ink:#1c2a24;--soft:#465550;--line:#dad3c1;--pine:#1f4636;--ember:#b5421b;--ember-hover:#963311;--on-ember:#fffaf3}
@media (prefers-color-scheme:dark){:root{--paper:#0e1512;--sheet:#17221d;--ink:#e9e6da;--soft:#b9c2b8;--line:#2a3930;--pine:#a5cfb3;--ember:#f0935c;--ember-hover:#ffae80;--on-ember:#231004}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-content:center;grid-template-columns:minmax(0,34rem);padding:1.5rem;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 "Source Sans 3",system-ui,sans-serif}
main{background:var(--sheet);border:1px solid var(--line);border-radius:10px;padding:clamp(1.5rem,6vw,3rem)}
.brand{display:inline-flex;align-items:center;gap:.6rem;color:var(--pine);font:600 1.25rem Fraunces,Georgia,serif;text-decoration:none;margin-bottom:1.25rem}
h1{font:600 clamp(1.65rem,1.4rem + 1.05vw,2.25rem)/1.2 Fraunces,Georgia,serif;margin:0 0 .75rem;text-wrap:balance}
p{margin:0 0 1rem;color:var(--soft)}
button{min-height:2.875rem;padding:.6rem 1.5rem;border:0;border-radius:5px;background:var(--ember);color:var(--on-ember);font:600 1.0625rem "Source Sans 3",system-ui,sans-serif;cursor:pointer}
button:hover{background:var(--ember-hover)}
:focus-visible{outline:3px solid var(--pine);outline-offset:3px}
form{margin:1.5rem 0 1rem}
main p:last-child{margin-bottom:0}
main a{color:var(--pine)}`;

/** GET changes nothing, since link scanners open it; the user confirms with one click, without a script. */
export function unsubscribePage(): string {
  return page(
    'Unsubscribe',
    `<h1>Unsubscribe from our emails?</h1>
<p>You will get no more alerts about clues and no news from Cairn by email. Mail about your own account, such as receipts and password resets, still comes.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>
<p>Changed your mind? Close this page, and everything stays as it is.</p>`,
  );
}

export function invalidLinkPage(message: string): string {
  return page(
    'Link not valid',
    `<h1>${message}</h1>
<p>It may have been cut off on its way. Please use the whole link of the email, or change your alerts on <a href="/dashboard">your dashboard</a>.</p>`,
  );
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · Cairn</title><link rel="icon" href="/favicon.svg"><style>${STYLE}</style></head>
<body><main><a class="brand" href="/"><img src="/favicon.svg" width="30" height="30" alt="">Cairn</a>
${content}</main></body></html>`;
}
