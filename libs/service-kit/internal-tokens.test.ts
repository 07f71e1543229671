import { generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { describe, expect, it } from 'vitest';
import { createInternalSigner, createInternalVerifier } from './internal-tokens.ts';

function makeKeys() {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

const [payment, admin] = [makeKeys(), makeKeys()];
const publicKeys = { payment: payment.publicKey, admin: admin.publicKey };
const verifyAtCatalog = createInternalVerifier('catalog', publicKeys);
const asPayment = createInternalSigner('payment', payment.privateKey);
const asAdmin = createInternalSigner('admin', admin.privateKey);

describe('internal token', () => {
  it('identifies its caller, also when verified from the cache', () => {
    for (let time = 0; time < 2; time++) {
      expect(verifyAtCatalog(asPayment('catalog'))).toBe('payment');
      expect(verifyAtCatalog(asAdmin('catalog'))).toBe('admin');
    }
    expect(asPayment('catalog')).toBe(asPayment('catalog'));
  });

  it('is refused by another service than its audience', () => {
    expect(verifyAtCatalog(asPayment('auth'))).toBeNull();
  });

  it('is refused when one process signs as another', () => {
    expect(
      verifyAtCatalog(createInternalSigner('admin', payment.privateKey)('catalog')),
    ).toBeNull();
    expect(verifyAtCatalog(createInternalSigner('gateway', makeKeys().privateKey)('catalog'))).toBe(
      null,
    );
  });

  it.each<[string, jwt.SignOptions, object]>([
    ['expired', { expiresIn: -1 }, {}],
    ['without an expiry', {}, {}],
    [
      'older than a token can be',
      { expiresIn: '1h' },
      { iat: Math.floor(Date.now() / 1000) - 400 },
    ],
    ['of a login', { expiresIn: 60, audience: 'cairn' }, {}],
  ])('is refused if it is %s', (_, options, claims) => {
    const token = jwt.sign(claims, payment.privateKey, {
      algorithm: 'ES256',
      issuer: 'payment',
      audience: 'internal:catalog',
      ...options,
    });
    expect(verifyAtCatalog(token)).toBeNull();
  });

  it.each(['', 'x', 'a.b.c'])('is refused if malformed: %j', (token) => {
    expect(verifyAtCatalog(token)).toBeNull();
  });

  it('is accepted under the older and the newer key during rotation', () => {
    const newer = makeKeys();
    const verify = createInternalVerifier('catalog', {
      payment: `${payment.publicKey}\n${newer.publicKey}`,
    });
    expect(verify(asPayment('catalog'))).toBe('payment');
    expect(verify(createInternalSigner('payment', newer.privateKey)('catalog'))).toBe('payment');
  });
});
