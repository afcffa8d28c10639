import { bookedConditions, defineRule, finding, missingInput, overOne } from '../assess/index.ts';

/** MoreInformation can hold further taxes, so the user sees all of it. */
export const moreInformationShown = defineRule({
  id: 'more-information-shown',
  level: 'must',
  clauses: ['field.more-information'],
  title: 'Shows the user MoreInformation from its first word to its last.',
  right: 'MoreInformation is shown as it came.',
  wrong: 'MoreInformation is cut to 80 characters.',
  explanation: 'needs shownToUser in the result; without it the rule does not count',
  needsShown: true,
  judge(traffic, { result }) {
    const shown = result?.shownToUser;
    if (!shown) return missingInput('it takes what the client says it has shown');
    const given = bookedConditions(traffic).filter(({ facts }) => facts.answer.moreInformation);
    const [first] = given;
    if (!first) return overOne('not applicable', 'no conditions had MoreInformation');
    const words = spaced(shown.moreInformation ?? '');
    // Of several bookings a client reports what it showed for one of them.
    if (given.some(({ facts }) => words.includes(spaced(facts.answer.moreInformation ?? ''))))
      return overOne(undefined);
    const { moreInformation = '' } = first.facts.answer;
    return overOne(
      finding([first], {
        message: `MoreInformation of exchange ${first.number} is "${short(moreInformation)}"; the user was shown ${words === '' ? 'none of it' : `"${short(words)}"`}.`,
        expected: 'MoreInformation from its first word to its last.',
      }),
    );
  },
});

/** However a client breaks the lines. */
const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim();

const most = 120;
const short = (text: string): string => (text.length > most ? `${text.slice(0, most)}…` : text);
