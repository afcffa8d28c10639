import { useEffect, useState } from 'preact/hooks';

/** The place in a page, as the names and values of the URL fragment. Every view has an address that a person can send on. */
export type Place = Readonly<Record<string, string>>;

/** Returns the place of a URL fragment. @example readPlace('#play=hotel-confirmed') // { play: 'hotel-confirmed' } */
export const readPlace = (hash: string): Place => Object.fromEntries(new URLSearchParams(hash.slice(1)));

/** Returns the link to a place. Empty values are left out. @example linkTo({ play: 'a b' }) // '#play=a+b' */
export function linkTo(place: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(place).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value).toWellFormed()]],
  );
  return `#${new URLSearchParams(given)}`;
}

/** Returns the place of the page, and a function that changes it without a new entry in the history. */
export function usePlace(): [Place, (change: Readonly<Record<string, string | undefined>>) => void] {
  const [place, setPlace] = useState(() => readPlace(location.hash));
  useEffect(() => {
    const follow = () => setPlace(readPlace(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const change = (changed: Readonly<Record<string, string | undefined>>) => {
    const next = linkTo({ ...readPlace(location.hash), ...changed });
    history.replaceState(null, '', next);
    setPlace(readPlace(next));
  };
  return [place, change];
}
