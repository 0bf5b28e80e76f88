import { expect, it } from 'vitest'
import {
  codeObjectsOf,
  statementsOf,
} from '../../server/embedded-supabase/database/code-objects.ts'
import { readDeclaredState } from '../../server/embedded-supabase/database/declared-state.ts'

const { script, objects } = readDeclaredState()
const keys = objects.map(({ kind, name }) => `${kind} ${name}`)

it('the declared state defines each code object once', () => {
  expect(keys.filter((key, at) => keys.indexOf(key) < at)).toEqual([])
  expect(objects.filter(({ kind }) => kind === 'function').length).toBeGreaterThan(500)
})

it('an upgrade can make each function again, as it knows its arguments and result', () => {
  const unread = objects.filter(({ kind, signature }) => kind === 'function' && !signature)
  expect(unread.map(({ name }) => name)).toEqual([])
})

it('statements beside code objects change tables, or are one of these', () => {
  const code = new Set(objects.map(({ text }) => text))
  const others = statementsOf(script)
    .map((text) => text.replace(/^(?:\s+|--[^\n]*(?:\n|$))+/, ''))
    .filter((text) => !code.has(text))
    .filter(
      (text) => !/^(create (unique )?(table|index|schema)|alter (table|default))\b/.test(text),
    )
    .map((text) =>
      text
        .replace(/\('[\w.]+'\)/g, '(table)')
        .split('\n')[0]!
        .slice(0, 60),
    )
  expect([...new Set(others)].sort()).toMatchInlineSnapshot(`
    [
      "do $$ begin",
      "insert into storage.buckets (id, name, public, file_size_lim",
      "select private.bound_columns();",
      "select private.join_checks(t) from unnest(array[",
      "select private.make_known();",
    ]
  `)
})

it('the declared state grants to roles that every installation has', () => {
  const roles = objects
    .filter(({ kind, text }) => kind === 'grant' && text.startsWith('grant'))
    .flatMap(({ text }) => / to ([\w", ]+);$/.exec(text.replaceAll('\n', ' '))![1]!.split(/, ?/))
  expect(new Set(roles)).toEqual(new Set(['authenticated', 'service_role']))
})

it('a script is separated outside of comments, quotes and bodies', () => {
  const script = `-- a; b
create function f() returns text language sql begin atomic select 'a;b'; end;
create function g() returns text language sql as $x$ select $$;$$ || ';' $x$; select 1 /* ; */;
comment on function g is 'It''s; not';`
  expect(statementsOf(script)).toHaveLength(4)
  expect(codeObjectsOf(statementsOf(script)).map(({ kind, name }) => [kind, name])).toEqual([
    ['function', 'f'],
    ['function', 'g'],
    ['comment', 'function g'],
  ])
})
