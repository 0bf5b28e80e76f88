import { expect, it } from 'vitest'
import { openDatabase } from './database.ts'
import { freshenStatistics } from './statistics.ts'

it('looks at a table when it has rows, and again when it has grown by a fifth', async () => {
  const { sql, close } = await openDatabase(null, null)
  await sql.query('create schema auth')
  await sql.query('create schema private')
  await sql.query('create table public."Goods" (name text)')
  const grow = (rows: number) =>
    sql.query(
      `insert into public."Goods" select repeat('x', 1000) from generate_series(1, ${rows})`,
    )
  const known = async () =>
    Number(
      (
        await sql.query<{ n: string }>(
          `select reltuples::int as n from pg_class where relname = 'Goods'`,
        )
      )[0]!.n,
    )
  expect(await freshenStatistics(sql)).toEqual([])
  await grow(500)
  expect(await freshenStatistics(sql)).toEqual(['"Goods"'])
  expect(await known()).toBe(500)
  await grow(50)
  expect(await freshenStatistics(sql)).toEqual([])
  await grow(100)
  expect(await freshenStatistics(sql)).toEqual(['"Goods"'])
  expect(await known()).toBe(650)
  await close()
}, 60_000)
