import type { TestDatabase } from './database.ts'
import { readSources } from './vocabulary.ts'

/** The answer to a call that is undone: the refusal, or `taken`. */
export interface Answer {
  code: string
  hint: string
  field: string
  message: string
}

/** A function of `public` with a JSON argument, and the fields that it and what it calls read from one. */
export interface JsonFunction {
  name: string
  args: Record<string, string>
  json: string
  fields: string[]
}

/** Calls one after the other, each as a person, and undoes each. */
const FUNCTION = `
create or replace function probes.try(p_who text, p_calls jsonb) returns jsonb language plpgsql as $$
declare
  v_call jsonb;
  v_code text; v_hint text; v_field text; v_message text;
  v_answers jsonb := '[]';
begin
  for v_call in select value from jsonb_array_elements(p_calls) loop
    begin
      perform set_config('request.jwt.claim.sub', p_who, true),
        set_config('request.jwt.claims', jsonb_build_object('sub', p_who, 'role', 'authenticated')::text, true),
        set_config('role', 'authenticated', true);
      execute v_call ->> 'text' using v_call -> 'args';
      set constraints all immediate;
      raise exception using errcode = 'TAKEN';
    exception when others then
      get stacked diagnostics v_code = returned_sqlstate, v_hint = pg_exception_hint, v_field = pg_exception_detail, v_message = message_text;
    end;
    v_answers := v_answers || jsonb_build_array(jsonb_build_array(v_code, v_hint, v_field, left(v_message, 200)));
  end loop;
  return v_answers;
end
$$`

/** JSON that JavaScript cannot write: it goes into the text of a call as it is. */
export class RawJson {
  constructor(readonly text: string) {}
  toJSON = () => `raw ${this.text}`
}

const textOf = (value: unknown) =>
  JSON.stringify(value).replace(
    /"raw ((?:[^"\\]|\\.)*)"/g,
    (_, text: string) => JSON.parse(`"${text}"`) as string,
  )

/** Opens a way to call functions as a person without an effect. */
export async function openTrial(db: TestDatabase) {
  await db.sql('create schema if not exists probes')
  await db.sql(FUNCTION)
  return async (
    who: string,
    { name, args }: JsonFunction,
    calls: Record<string, unknown>[],
  ): Promise<Answer[]> => {
    const wanted = calls.map((values) => ({
      text: `select * from public.${name}(${Object.keys(values)
        .map((arg) =>
          args[arg] === 'jsonb'
            ? `${arg} => $1 -> '${arg}'`
            : args[arg]!.endsWith('[]')
              ? `${arg} => array(select jsonb_array_elements_text($1 -> '${arg}'))::${args[arg]}`
              : `${arg} => ($1 ->> '${arg}')::${args[arg]}`,
        )
        .join(', ')})`,
      args: values,
    }))
    const [row] = await db.sql<{ answers: [string, string, string, string][] }>(
      'select probes.try($1, $2::text::jsonb) as answers',
      [who, textOf(wanted)],
    )
    return row!.answers.map(([code, hint, field, message]) => ({ code, hint, field, message }))
  }
}

/** The depth to which the functions that a function calls are searched for fields. */
const DEPTH = 4

/** Finds the fields of every JSON argument in the sources of its function and of those that it calls. */
export async function jsonFunctions(db: TestDatabase): Promise<JsonFunction[]> {
  const { all, behind } = await readSources(db.sql)
  const reach = (source: string, depth: number, seen: Set<string>): string[] => {
    if (depth === 0) return [source]
    const called = [...source.matchAll(/private\.(\w+)\(/g)].map(([, name]) => name!)
    return [
      source,
      ...[...new Set(called)]
        .filter((name) => !seen.has(name) && seen.add(name))
        .flatMap((name) => reach(behind.get(name) ?? '', depth - 1, seen)),
    ]
  }
  return all.flatMap(({ schema, name, source, args }) => {
    const json = Object.entries(args ?? {}).filter(([, type]) => type === 'jsonb')
    if (schema !== 'public') return []
    const sources = reach(source, DEPTH, new Set()).join('\\n')
    const fields = [
      ...sources.matchAll(
        /(?:private\.read_\w+\([^()']*(?:'[^']*'[^()']*)??,\s*|->>?\s*|\?\s*|(?:values|,)\s+\()'([a-z][a-z0-9_]*)'/g,
      ),
    ].map(([, field]) => field!)
    return json.map(([argument]) => ({
      name,
      args: args!,
      json: argument,
      fields: [...new Set(fields)].sort(),
    }))
  })
}
