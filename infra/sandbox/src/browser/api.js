/** The script's own base URL: /sandbox/ through the gateway, / when called directly. */
const BASE = new URL('.', document.currentScript.src);

export async function postForm(path, params) {
  return await request(path, { method: 'POST', body: encodeForm(params) });
}

export async function getJson(path, params) {
  return await request(`${path}?${encodeForm(params)}`, { method: 'GET' });
}

/** Never throws: returns the response, or `{error}` in the shape that stripe.js returns. */
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

/** Encodes nested objects as `a[b][c]`, the form that Stripe's API expects. */
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
