import { assessOne, bookedConditions, defineRule, finding, missingInput } from '../assess/index.ts';

export const moreInformationShown = defineRule({
  id: 'more-information-shown',
  level: 'must',
  clauses: ['field.more-information'],
  title: 'A correct client shows the user the complete text of MoreInformation.',
  right: 'The client shows MoreInformation unchanged.',
  wrong: 'The client cuts MoreInformation to 80 characters.',
  explanation:
    'The judge compares MoreInformation with shownToUser in the result of the client. Without shownToUser, the verdict is not-observed.',
  needsShown: true,
  judge(traffic, { result }) {
    const shown = result?.shownToUser;
    if (!shown) return missingInput('the rule needs shownToUser in the result');
    const given = bookedConditions(traffic).filter(({ facts }) => facts.answer.moreInformation);
    const [first] = given;
    if (!first) return assessOne('not applicable', 'no conditions had MoreInformation');
    const words = normalizeSpaces(shown.moreInformation ?? '');
    // If the client made several bookings, its result contains the text of only one booking.
    if (given.some(({ facts }) => words.includes(normalizeSpaces(facts.answer.moreInformation ?? ''))))
      return assessOne(undefined);
    const { moreInformation = '' } = first.facts.answer;
    return assessOne(
      finding([first], {
        message: `The client showed the user ${words === '' ? 'nothing' : `"${short(words)}"`} of MoreInformation "${short(moreInformation)}" (exchange ${first.number}). The text can contain further taxes.`,
        expected: 'A correct client shows the complete text of MoreInformation.',
      }),
    );
  },
});

const normalizeSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

const maxShown = 120;
const short = (text: string): string => (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text);
