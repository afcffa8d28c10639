import { describe, expect, it } from 'vitest';
import { applyProfile, operations } from '#contracts';
import { createFinder, whyNotSent, withCredentials } from '#scenarios/verify/pact/request';

const dialect = applyProfile(operations);
const find = createFinder(dialect);
const credentials = { credential: { Username: 'u', Password: 'p' }, staticToken: 'own/token', managerId: 77 };
const rewritten = (url: string) => {
  const operation = find('GET', url);
  if (!operation) throw new Error(`no operation at ${url}`);
  const request = { method: 'GET', url, headers: {}, body: '' };
  return withCredentials(request, operation, { dialect, credentials }).url;
};

describe('a replayed request', () => {
  it('gets the real credentials at each path of its operation', () => {
    const base = '/new/api/v1/mapping/autocomplete';
    expect(rewritten(`${base}/rio/token/t-1?managerId=1`)).toBe(`${base}/rio/token/own%2Ftoken?managerId=77`);
    expect(rewritten(`${base}/all/rio/managerid/1/token/t-1`)).toBe(
      `${base}/all/rio/managerid/77/token/own%2Ftoken`,
    );
    expect(rewritten(`${base}/all/rio/managerid/1/token/t-1/40`)).toBe(
      `${base}/all/rio/managerid/77/token/own%2Ftoken/40`,
    );
  });

  it('keeps a part of the path that has the name of a property of each object', () => {
    const path = '/constructor/{term}/token/{token}';
    const own = applyProfile(operations, { name: 'own', operations: { autocomplete: { path } } });
    const request = { method: 'GET', url: '/constructor/rio/token/t-1', headers: {}, body: '' };
    const { url } = withCredentials(request, operations.autocomplete, { dialect: own, credentials });
    expect(url).toBe('/constructor/rio/token/own%2Ftoken');
  });

  it('needs permission to book at an older path, too', () => {
    expect(whyNotSent('POST', '/ws/Rest/Hotel.svc/Search', find)).toBeUndefined();
    expect(whyNotSent('POST', '/ws/rest/hotel.svc/booking', find)).toContain('(hotel.doBooking) could book');
  });
});
