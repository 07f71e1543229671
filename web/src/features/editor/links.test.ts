import { expect, it } from 'vitest';
import { completeLink, isAllowedLink } from './links.ts';

it.each([
  ['https://example.com/a?b=1#c', 'https://example.com/a?b=1#c'],
  ['HTTP://example.com', 'HTTP://example.com'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['tel:+18005550100', 'tel:+18005550100'],
  ['example.com/hunts', 'https://example.com/hunts'],
  ['  a@b.example ', 'mailto:a@b.example'],
])('normalises link %s', (typed, href) => {
  expect(completeLink(typed)).toBe(href);
});

it.each([
  '',
  'hello',
  '/hunts',
  '//evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'vbscript:x',
  'https://',
  'https://a b',
  'ftp://example.com',
])('rejects link %j', (typed) => {
  expect(completeLink(typed)).toBeNull();
  expect(isAllowedLink(typed)).toBe(false);
});
