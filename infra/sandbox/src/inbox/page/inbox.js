const POLL_MS = 2000;
const REACTIONS = {
  email: [
    ['bounce', 'Let it bounce'],
    ['spam', 'Report as spam'],
  ],
  sms: [
    ['stop', 'Answer STOP'],
    ['start', 'Answer START'],
  ],
};
const LINK = /https?:\/\/[^\s<>"')]+/g;

const messages = new Map();
const view = { openId: null, part: 'html', newest: null };
const $ = (id) => document.getElementById(id);

$('filter').addEventListener('input', renderList);
$('back').addEventListener('click', () => {
  location.hash = '';
});
window.addEventListener('hashchange', openFromAddress);
await refresh();
openFromAddress();
setInterval(refresh, POLL_MS);

/** Fetches messages newer than the newest one shown; a failed poll is retried. */
async function refresh() {
  if (document.hidden && messages.size > 0) return;
  const since = view.newest ? `?since=${encodeURIComponent(view.newest)}` : '';
  const response = await fetch(`messages${since}`).catch(() => null);
  if (!response?.ok) return showCount('The sandbox does not answer. Trying again …');
  const before = messages.size;
  for (const message of await response.json()) {
    messages.set(message.id, message);
    view.newest = message.at;
  }
  if (messages.size !== before || before === 0) renderList();
}

function renderList() {
  const wanted = $('filter').value.trim().toLowerCase();
  const shown = [...messages.values()]
    .filter((message) => message.to.toLowerCase().includes(wanted))
    .reverse();
  showCount(countText(shown.length));
  $('list').replaceChildren(...shown.map(listItem));
}

function countText(count) {
  if (count === 0) return 'Nothing here yet.';
  return count === 1 ? '1 message' : `${count} messages`;
}

function showCount(text) {
  if ($('count').textContent !== text) $('count').textContent = text;
}

function listItem(message) {
  const button = node('button', { type: 'button' });
  button.setAttribute('aria-current', String(message.id === view.openId));
  button.append(
    node('strong', {}, titleOf(message)),
    node('span', {}, `${message.channel === 'sms' ? 'SMS to' : 'to'} ${message.to}`),
    node('span', {}, new Date(message.at).toLocaleString()),
  );
  button.addEventListener('click', () => {
    location.hash = message.id;
  });
  const item = node('li');
  item.append(button);
  return item;
}

function openFromAddress() {
  const message = messages.get(location.hash.slice(1));
  view.openId = message?.id ?? null;
  $('main').classList.toggle('reading', Boolean(message));
  $('reader').hidden = !message;
  renderList();
  if (message) renderMessage(message);
}

function renderMessage(message) {
  $('subject').textContent = message.channel === 'sms' ? 'Text message' : titleOf(message);
  $('facts').replaceChildren(
    ...fact('From', message.headers.From ?? message.from),
    ...fact('To', message.headers.To || message.to),
    ...fact('At', new Date(message.at).toLocaleString()),
  );
  const parts = { html: 'Mail', text: 'Text', headers: 'Headers' };
  const part = !message.html && view.part === 'html' ? 'text' : view.part;
  $('tabs').replaceChildren(
    ...Object.entries(parts)
      .filter(([part]) => part === 'headers' || message[part])
      .map(([name, label]) => tab(message, { name, label, isOpen: name === part })),
    ...REACTIONS[message.channel].map(([name, label]) => reaction(message, name, label)),
  );
  $('part').replaceChildren(content(message, part));
}

/** A recipient's action; the provider's webhook reports it to Cairn. */
function reaction(message, name, label) {
  const button = node('button', { type: 'button', class: 'reaction' }, label);
  button.addEventListener('click', async () => {
    button.disabled = true;
    const response = await fetch(`messages/${message.id}/${name}`, { method: 'POST' });
    const { answer } = await response.json().catch(() => ({}));
    button.textContent = `${label}: ${answer ?? response.status}`;
    button.disabled = false;
  });
  return button;
}

function titleOf(message) {
  return (message.channel === 'sms' ? message.text : message.subject) || '(no subject)';
}

function tab(message, { name, label, isOpen }) {
  const button = node('button', { type: 'button' }, label);
  button.setAttribute('aria-pressed', String(isOpen));
  button.addEventListener('click', () => {
    view.part = name;
    renderMessage(message);
  });
  return button;
}

function content(message, part) {
  if (part === 'html') return mailFrame(message);
  const pre = node('pre');
  if (part === 'text') pre.append(...linked(message.text));
  else pre.textContent = headerLines(message);
  return pre;
}

/** Sandboxed frame without scripts; links navigate the whole page, as in a mail client. */
function mailFrame(message) {
  return node('iframe', {
    title: `Mail: ${message.subject}`,
    sandbox: 'allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox',
    srcdoc: `<base target="_top">${message.html}`,
  });
}

function linked(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    parts.push(text.slice(end, match.index), node('a', { href: match[0] }, match[0]));
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
}

function headerLines(message) {
  const headers = Object.entries(message.headers);
  const custom = Object.entries(message.customArgs ?? {}).map(([k, v]) => [`custom arg ${k}`, v]);
  return [...headers, ...custom].map(([name, value]) => `${name}: ${value}`).join('\n');
}

function fact(name, value) {
  return [node('dt', {}, name), node('dd', {}, value)];
}

function node(tag, attributes = {}, text = '') {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text) made.textContent = text;
  return made;
}
