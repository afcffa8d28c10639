import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseProfile } from '#contracts';
import { hideIn } from '#scenarios/cli/hide-in-report';
import { createHider } from '#scenarios/cli/hide-secrets';
import { profileText } from '#scenarios/verify';
import { createStage } from '../verify/stage.ts';

const secret = 'S3cr et"ä#p/w';

describe('hiding a secret', () => {
  const hide = createHider([secret]);

  it.each([
    ['as it stands', secret],
    ['as JSON', JSON.stringify(secret).slice(1, -1)],
    ['as JSON in JSON', JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
    ['as JSON in ASCII', 'S3cr et\\"\\u00e4#p/w'],
    ['as JSON that escapes all', 'S3cr\\u0020et\\u0022\\u00E4\\u0023p\\/w'],
    ['in an address', encodeURIComponent(secret)],
    ['in an address that keeps slashes', encodeURIComponent(secret).replace('%2F', '/')],
    ['in an address, in small letters', encodeURIComponent(secret).toLowerCase()],
    ['in a form', new URLSearchParams({ a: secret }).toString().slice(2)],
    ['in HTML', 'S3cr et&quot;&#228;#p/w'],
    ['in capitals', secret.toUpperCase()],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64 behind a name', Buffer.from(`acme:${secret}`).toString('base64')],
    ['in base64 of addresses', Buffer.from(`me:${secret}`).toString('base64url')],
  ])('finds it %s', (_, spelling) => {
    expect(hide(`it is <${spelling}> there`)).toBe('it is <***> there');
  });

  it('takes one of three letters for a word of its own only', () => {
    expect(createHider(['x1z'])('password x1z, and ax1zb')).toBe('password ***, and ax1zb');
  });

  it('hides nothing where there is none', () => {
    expect(createHider([undefined, ''])('nothing')).toBe('nothing');
  });
});

describe('hiding secrets in a report', () => {
  const renamed = (name: string) =>
    createStage({
      alter: (id, json) => {
        const { Token, ...rest } = json;
        return Token === undefined || id === 'autocomplete' ? json : { [name]: Token, ...rest };
      },
    }).verify();

  it('leaves names of the contract and lines of the profile alone that are words like it', async () => {
    const found = await renamed('sessionToken');
    const hidden = hideIn(found, createHider(['name', 'Token', 'fields', 'specified', 'hotel']));
    expect(hidden).toEqual(found);
  });

  it('leaves out a learned name that holds it', async () => {
    const found = await renamed('Token_S3cret');
    const { report, profile } = hideIn(found, createHider(['S3cret']));
    const text = profileText(profile, report);
    expect(text).not.toContain('S3cret');
    expect(text).toContain('Token_***');
    expect(JSON.stringify(report)).not.toContain('S3cret');
    expect(() => parseProfile(parse(text))).not.toThrow();
  });
});
