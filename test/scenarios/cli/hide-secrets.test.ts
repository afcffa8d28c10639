import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseProfile } from '#contracts';
import { contractWords } from '#contracts/exchange';
import { createHider } from '#scenarios/cli/hide-secrets';
import { profileText } from '#scenarios/verify';
import { callingToken, verifyWith } from '../verify/stage.ts';

const secret = 'S3cr et"ä#p/w';

describe('hiding a secret', () => {
  const hide = createHider([secret]);

  it('finds it in every spelling, and cuts a long text after that', () => {
    expect(hide(`it is <${encodeURIComponent(secret)}> there`)).toBe('it is <***> there');
    expect(hide(`${'x '.repeat(148)}${secret}`)).toBe(`${'x '.repeat(148)}***`);
    expect(hide(`${'x '.repeat(149)}${secret}`)).toBe(`${'x '.repeat(149)}**…`);
  });

  it('finds a secret of three letters only as a whole word', () => {
    expect(createHider(['x1z'])('password x1z, and ax1zb')).toBe('password ***, and ax1zb');
  });
});

describe('hiding secrets in a report', () => {
  const verify = (name: string, secrets: readonly string[]) =>
    verifyWith({ alter: callingToken(name) }, { hide: createHider(secrets, { contractWords }) });

  it('keeps names that contain a word from the contract', async () => {
    const { report, profile } = await verify('sessionToken', ['Name', 'Token', 'hotel']);
    const plain = await verify('sessionToken', []);
    expect(report.names).toEqual(plain.report.names);
    expect(report.operations).toEqual(plain.report.operations);
    expect(profile).toEqual(plain.profile);
  });

  it('learns no name that holds a secret', async () => {
    const { report, profile } = await verify('Token_S3cret', ['S3cret']);
    const text = profileText(profile, report);
    expect(text).not.toContain('S3cret');
    expect(text).toContain('Token_***');
    expect(JSON.stringify(report)).not.toContain('S3cret');
    expect(() => parseProfile(parse(text))).not.toThrow();
  });
});
