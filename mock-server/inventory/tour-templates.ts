/** A tour or ticket that every city has; `#` stands for a district of it, `@` for the city. */
export interface TourTemplate {
  name: string;
  description: string;
  hours: number;
  /** Weekdays on which it takes place, 0 for Sunday. */
  weekdays: readonly number[];
  /** Price level of an adult, about ten BRL per one. */
  level: number;
}

const runs: Readonly<Record<string, readonly number[]>> = {
  daily: [0, 1, 2, 3, 4, 5, 6],
  notMonday: [0, 2, 3, 4, 5, 6],
  workdays: [1, 2, 3, 4, 5],
  weekend: [0, 6],
  odd: [2, 4, 6],
};

const table = `
Walking tour of #|Two kilometres on foot with a guide: squares, markets and what happened there. Comfortable shoes advised.|3|daily|7
Half-day highlights of @|The sights everybody asks for, by minibus, with entrance to two of them and pick-up at your hotel.|5|daily|16
Food tasting in #|Eight stops for small dishes and drinks at counters and kitchens where the neighbourhood eats.|4|notMonday|19
Sunset boat trip|Ninety minutes on the water in the evening light; a drink and life jackets are included.|2|daily|14
Museum ticket without the queue|A timed entrance to the city museum and its temporary exhibition, with an audio guide.|2|notMonday|5
Bicycle tour from #|Twelve flat kilometres on cycle paths in a group of up to ten; helmet and bicycle included.|3|odd|11
Day trip to the countryside|A full day out of @ by coach with a visit to a farm and lunch at a long table.|10|weekend|31
Photography walk in #|A photographer shows good corners at good hours; any camera or telephone will do.|3|odd|15
Cooking class|From the market to the table: three dishes of the region cooked and eaten together.|4|workdays|26
Night tour of @|The city lit up, by open bus, with one long stop at the best viewpoint.|3|daily|12
Hop-on hop-off bus, 24 hours|All lines and stops for 24 hours from the first ride, with commentary in three languages.|24|daily|13
Street art in #|Murals, stencils and the stories behind them, told by somebody who paints.|2|odd|8
Live music evening in #|A reserved table, a set of local musicians and the first drink on the house.|3|weekend|17
Private guide for a morning|Four hours with a licensed guide and nobody else; you say where to go.|4|daily|48
Observation deck ticket|The lift to the top and as much time up there as you like, on the date you choose.|1|daily|6
Kayak for beginners|An hour of instruction and an hour of paddling in calm water; dry bags are lent.|3|weekend|18
Architecture of #|Façades, staircases and courtyards that are otherwise closed, with an architect.|3|workdays|10
Family treasure hunt in @|Riddles lead through the old streets; for children from six on and whoever brings them.|3|weekend|9
Craft market and workshop|A round through the craft market and two hours at a workbench of your choice.|4|workdays|13
Stadium tour|Changing rooms, the tunnel and the edge of the pitch, on days without a match.|2|workdays|8
`;

const templates: readonly TourTemplate[] = table
  .trim()
  .split('\n')
  .map(row => {
    const [name = '', description = '', hours, run = '', level] = row.split('|');
    return { name, description, hours: Number(hours), weekdays: runs[run] ?? [], level: Number(level) };
  });

/** How much more a tour costs that nobody else comes along on. */
const alone = 3;

/** The same for a party of its own, any day. */
const privately = ({ name, description, hours, level }: TourTemplate): TourTemplate => ({
  name: `${name}, private`,
  description: `${description} For your party alone.`,
  hours,
  weekdays: runs.daily ?? [],
  level: level * alone,
});

/** The tours of every city, in the order of their ids. */
export const tourTemplates: readonly TourTemplate[] = [...templates, ...templates.map(privately)];
