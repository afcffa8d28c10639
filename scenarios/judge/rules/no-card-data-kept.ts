import { defineRule, judgeLeaks } from '../assess/index.ts';

export const noCardDataKept = defineRule({
  id: 'no-card-data-kept',
  level: 'must',
  clauses: ['auth.5'],
  title: 'A correct client writes no card number and no security code to its output or into a file.',
  right: 'The client logs "card ending 1111".',
  wrong: 'The client logs "card 4111 1111 1111 1111", or stores a DoBooking with its card in a file.',
  explanation:
    'The judge searches the output of the client, and the files in its state folder. Base64, URL encoding and separators between digits count too. The rule applies only if Understudy runs the client.',
  standsAlone: true,
  judge: (_, context) =>
    judgeLeaks(
      context,
      ['card-number', 'security-code'],
      'A correct client writes at most the last four digits of a card, and no security code.',
    ),
});
