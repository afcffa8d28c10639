import * as z from 'zod/mini';
import { byAssumption, type Provenance } from '#contracts/provenance';
import { unwrap } from '#contracts/util';

/** A field as the contract has it. */
export interface Expected {
  readonly name: string;
  readonly isRequired: boolean;
  /** Who says that it is there. */
  readonly provenance: Provenance;
  /** Who says what it is made of. */
  readonly formProvenance: Provenance;
  readonly form: 'object' | 'list' | 'value';
  /** What a value, or an entry of a list, has to keep to. */
  readonly schema: z.core.$ZodType;
  /** The words that a value can be; undefined where it can be anything of its type. */
  readonly words: readonly string[] | undefined;
  /** Who says that there are no other words. */
  readonly wordsProvenance: Provenance;
  /** The fields of the object, or of the objects in the list. */
  readonly inner: readonly Expected[];
}

/** What a schema expects, as a field without a name; its provenance counts where it has no mark of its own. */
export function expectedOf(schema: z.core.$ZodType, provenance: Provenance, name = ''): Expected {
  const marked = provenanceOf(schema) ?? provenance;
  const bare = unwrap(schema);
  const { def } = (bare as z.core.$ZodTypes)._zod; // every schema is one of them
  const entry = def.type === 'array' ? unwrap(def.element) : bare;
  const inner = fieldsIn(entry, marked);
  const words = wordsOf(entry);
  return {
    name,
    isRequired: bare === schema,
    provenance: marked,
    formProvenance: isPrice(inner) ? byAssumption('money') : marked,
    form: def.type === 'array' ? 'list' : def.type === 'object' ? 'object' : 'value',
    schema: entry,
    words,
    wordsProvenance: hasAssumedWords(schema) || hasAssumedWords(entry) ? byAssumption('status') : marked,
    inner,
  };
}

function fieldsIn(schema: z.core.$ZodType, provenance: Provenance): Expected[] {
  const { def } = (schema as z.core.$ZodTypes)._zod; // every schema is one of them
  if (def.type !== 'object') return [];
  return Object.entries(def.shape).map(([name, field]) => expectedOf(field, provenance, name));
}

const metaOf = (schema: z.core.$ZodType) => z.globalRegistry.get(schema);

// what provenance.ts has written there
const provenanceOf = (schema: z.core.$ZodType) => metaOf(schema)?.['x-provenance'] as Provenance | undefined;
const hasAssumedWords = (schema: z.core.$ZodType): boolean =>
  metaOf(schema)?.['x-assumed-values'] !== undefined;

/** Prices are named by the specification without their structure. */
const isPrice = (inner: readonly Expected[]): boolean =>
  inner.length > 0 &&
  inner.every(({ provenance }) => provenance.kind === 'assumed' && provenance.reason === 'money');

function wordsOf(schema: z.core.$ZodType): string[] | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod; // every schema is one of them
  return def.type === 'enum' ? Object.values(def.entries).map(String) : undefined;
}
