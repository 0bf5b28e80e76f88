import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import * as lists from './files.mjs'

const { NIGHTLY, leftToNightly } = lists

const files = ['app', 'server', 'scripts', 'tests'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
)

it('lists files that exist, each once', () => {
  const everyRun = Object.values(lists).flatMap((list) => (Array.isArray(list) ? list : []))
  const left = Object.keys(NIGHTLY).flatMap(leftToNightly)
  const isThere = (named: string) => files.some((file) => file.endsWith(named.replace('**', '')))
  expect([...everyRun, ...left].filter((named) => !isThere(named))).toEqual([])
  expect(left.length).toBe(new Set(left).size)
})

it('leaves files to the nightly run with a reason, and none on access, races or the story of a day', () => {
  const entries = Object.values(NIGHTLY).flat()
  expect(entries.filter(([, why]) => why.length < 12)).toEqual([])
  const always = /^story|model|isolation|permissions|authority|tenancy|access|overlaps|races/
  expect(entries.filter(([name]) => always.test(name) && name !== 'accessibility')).toEqual([])
})
