import type { TestDatabase } from './database.ts'

/** One statement of one person. */
export interface Probe {
  /** User id; null is anonymous; `owner` is the database's own role. */
  who: string | null | 'owner'
  /** A query with one row at most: its first column is the answer. Parameters are texts. */
  text: string
  params?: (string | null)[]
  /** It answers no row, and is `done` when it is not refused. */
  silent?: boolean
}

/** Asks all in one transaction; what is refused is undone alone. */
const FUNCTION = `
create schema if not exists probes;
create or replace function probes.ask(p_probes jsonb) returns text[] language plpgsql as $$
declare
  v_probe jsonb;
  v_params text[];
  v_answer text;
  v_answers text[] := '{}';
begin
  set constraints all immediate;
  for v_probe in select value from jsonb_array_elements(p_probes) loop
    begin
      perform set_config('role', 'none', true);
      v_params := array(select jsonb_array_elements_text(v_probe -> 'params'));
      perform set_config('request.jwt.claim.sub', v_probe ->> 'sub', true),
        set_config('request.jwt.claims', v_probe ->> 'claims', true),
        set_config('role', v_probe ->> 'role', true);
      if v_probe ? 'silent' then
        execute v_probe ->> 'text' using v_params;
        v_answer := 'done';
      else
        execute v_probe ->> 'text' into v_answer using v_params;
      end if;
    exception when others then
      v_answer := sqlstate;
    end;
    v_answers := array_append(v_answers, coalesce(v_answer, ''));
  end loop;
  perform set_config('role', 'none', true);
  return v_answers;
end
$$`

const prepared = new WeakSet<TestDatabase>()

/**
 * Runs many statements at once and returns for each the answer, or the SQLSTATE of the refusal.
 * Statements that are not refused stay done.
 */
export async function ask(db: TestDatabase, probes: readonly Probe[]): Promise<string[]> {
  if (!prepared.has(db)) {
    for (const statement of FUNCTION.split(/;\n(?=create)/)) await db.sql(statement)
    prepared.add(db)
  }
  const all = probes.map(({ who, text, params = [], silent }) => {
    const owner = who === 'owner'
    const role = owner ? 'none' : who ? 'authenticated' : 'anon'
    return {
      role,
      sub: owner ? '' : (who ?? ''),
      claims: owner ? '' : JSON.stringify({ sub: who, role }),
      text: text.replace(/\$(\d)/g, (_, number) => `($1)[${number}]`),
      params,
      ...(silent ? { silent } : {}),
    }
  })
  const [row] = await db.sql<{ answers: string[] }>(
    'select probes.ask($1::text::jsonb) as answers',
    [JSON.stringify(all)],
  )
  return row!.answers
}
