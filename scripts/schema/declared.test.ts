import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readMigrations } from '../../server/embedded-supabase/database/migrations.ts'
import { KEPT, migrationsOf } from '../release/kept-versions.ts'
import { declaredFiles } from './declared.ts'

it.each(KEPT)('the migrations of version %s are as they were released', (version) => {
  const hashes = Object.fromEntries(
    readMigrations('supabase/migrations').map(({ file, hash }) => [file, hash]),
  )
  const released = JSON.parse(readFileSync(migrationsOf(version), 'utf8')) as Record<string, string>
  expect(Object.keys(released).length).toBeGreaterThan(0)
  for (const [file, hash] of Object.entries(released))
    expect([file, hashes[file]]).toEqual([file, hash])
})

it('the declared state defines each function once', () => {
  const defined = declaredFiles().flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^create or replace function ([\w.]+)/gm)].map(
      ([, name]) => name!,
    ),
  )
  expect(defined.filter((name, at) => defined.indexOf(name) < at)).toEqual([])
  expect(defined.length).toBeGreaterThan(500)
})

it('migrations grant to roles that every installation has', () => {
  const roles = readMigrations('supabase/migrations').flatMap(({ text }) =>
    [...text.matchAll(/^grant [^;]*? to ([\w", ]+);/gim)].flatMap(([, names]) =>
      names!.replaceAll('"', '').split(/, ?/),
    ),
  )
  expect(new Set(roles)).toEqual(new Set(['authenticated', 'service_role']))
})

it.each([
  [
    'the journal',
    /FUNCTION private\.(double_entries|memo_entry|vat_entries|vat_days|counted_entries|receipt_days)\(/i,
    'keep_days',
    /^delete from private\.kept_days;$/m,
  ],
  [
    'the report of sales',
    /FUNCTION private\.simple_sales\(/i,
    'simple_sales',
    /^delete from private\.kept_sales_days;$/m,
  ],
  [
    'the sales by product',
    /FUNCTION private\.product_months\(/i,
    'product_months',
    /^delete from private\.kept_sales_months;$/m,
  ],
])('migrations that change %s have its days kept anew', (_, changes, since, anew) => {
  const later = readMigrations('supabase/migrations').filter(
    ({ text }, at, all) =>
      all.slice(0, at).some((each) => each.text.includes(`FUNCTION private.${since}(`)) &&
      changes.test(text),
  )
  for (const { file, text } of later)
    expect([file, text]).toEqual([file, expect.stringMatching(anew)])
})
