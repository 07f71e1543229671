/** Through the gateway this is /sandbox/, directly it is /: always where the script came from. */
const BASE = new URL('.', document.currentScript.src);

export async function postForm(path, params) {
  return await request(path, { method: 'POST', body: encodeForm(params) });
}

export async function getJson(path, params) {
  return await request(`${path}?${encodeForm(params)}`, { method: 'GET' });
}

/** Never throws: an answer without `error`, or `{error}` as stripe.js hands it on. */
async function request(path, options) {
  try {
    const response = await fetch(new URL(path, BASE), {
      ...options,
      headers: { accept: 'application/json' },
      credentials: 'omit',
    });
    return await response.json();
  } catch {
    return {
      error: {
        type: 'api_connection_error',
        message: 'We are experiencing issues connecting to our servers. Please try again.',
      },
    };
  }
}

/** Nested objects as `a[b][c]`, as Stripe's API reads them. */
function encodeForm(params) {
  const form = new URLSearchParams();
  const add = (name, value) => {
    if (value === undefined || value === null) return;
    if (typeof value !== 'object') return form.append(name, String(value));
    for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
  };
  for (const [name, value] of Object.entries(params)) add(name, value);
  return form;
}
