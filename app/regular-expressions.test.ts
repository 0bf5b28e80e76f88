import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { check } from 'recheck'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { devDependencies } from '../package.json'

const files = execFileSync('git', ['ls-files', 'app', 'server'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.includes('.test.'))

/** Files that make an expression of a text, with what they put into it: constants and numbers of ours alone. */
const BUILT = {
  'server/embedded-supabase/api/endpoints.ts': 'paths of the list itself',
  'server/http/cookie-store.ts': 'a number',
}

/** The expressions of a file by their text, each with its line, and whether the file makes others of texts. */
function expressionsIn(file: string): { literals: Map<string, string>; builds: boolean } {
  const text = readFileSync(file, 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const literals = new Map<string, string>()
  let builds = false
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      literals.set(node.text, `${file}:${line + 1}`)
    } else if (ts.isIdentifier(node) && node.text === 'RegExp' && !ts.isTypeNode(node.parent))
      builds = true
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { literals, builds }
}

/** Returns the source and the flags of an expression. */
function partsOf(literal: string): [source: string, flags: string] {
  const end = literal.lastIndexOf('/')
  return [literal.slice(1, end), literal.slice(end + 1)]
}

/**
 * Tells how an expression grows with the text that it is tried on: "safe" is in proportion to its length. The checker
 * proves it from the expression, or tries texts of repeated parts and counts steps, so that no clock decides.
 */
async function growthOf(literal: string): Promise<string> {
  const [source, flags] = partsOf(literal)
  const result = await check(source, flags, {
    randomSeed: 1,
    timeout: null,
    attackTimeout: null,
    incubationTimeout: null,
  })
  return result.status === 'vulnerable' ? `${result.complexity.summary}` : result.status
}

/** Letters of a text that an expression is tried on: one in proportion takes a millisecond for as many. */
const LETTERS = 40_000
/** Milliseconds after which an expression is known to take longer than in proportion, also on a busy machine. */
const MOST_MS = 1500
/** Letters that are repeated besides those that an expression names itself. */
const REPEATED = ['a', '0', ' ', '\t', '\n', '(', '"', '-', '.', ',', '\\', '<', '/']

/** Tries expressions on repeated letters, which is what the checker misses where an expression looks ahead or behind. */
const TRIAL = `
const { parentPort } = require('node:worker_threads')
parentPort.on('message', ([source, flags]) => {
  const named = [...new Set(source.replace(/\\\\[a-zA-Z]/g, ''))].filter((one) => !'[]{}?*+|^$'.includes(one))
  const ends = ['\\u0001', ...named.filter((one) => !/\\w/.test(one))]
  for (const one of new Set([...named, ...${JSON.stringify(REPEATED)}]))
    for (const end of ends) {
      const expression = new RegExp(source, flags)
      const text = one.repeat(${LETTERS}) + end
      if (expression.global) text.match(expression)
      else expression.exec(text)
    }
  parentPort.postMessage('done')
})`

/** Returns the expressions among these that do not come to an end in time, each on a thread that can be ended. */
async function slowOf(literals: readonly string[]): Promise<string[]> {
  const slow: string[] = []
  let thread = new Worker(TRIAL, { eval: true })
  for (const literal of literals) {
    thread.postMessage(partsOf(literal))
    const ended = await once(thread, 'message', { signal: AbortSignal.timeout(MOST_MS) }).catch(
      () => null,
    )
    if (ended) continue
    slow.push(literal)
    await thread.terminate()
    thread = new Worker(TRIAL, { eval: true })
  }
  await thread.terminate()
  return slow
}

/** Expressions that an earlier run of this version of the checker has proven, which takes seconds for all of them. */
const PROVEN = path.resolve(`.cache/test/regular-expressions-${devDependencies.recheck}.json`)
const provenBefore = (): string[] =>
  existsSync(PROVEN) ? JSON.parse(readFileSync(PROVEN, 'utf8')) : []

const found = files.map((file) => ({ file, ...expressionsIn(file) }))
const all = new Map(found.flatMap(({ literals }) => [...literals]))

describe('a regular expression', () => {
  const bad = [
    String.raw`/^([^/]*?)\s*(?:\/\s*(?:cs|pc))?$/i`,
    '/0+$/',
    String.raw`/\(.*\)/`,
    String.raw`/^(\w+\s?)+$/`,
  ]

  it('that takes longer than in proportion to a text is noticed', async () => {
    for (const literal of bad) expect(await growthOf(literal), literal).not.toBe('safe')
    const ahead = String.raw`/\w+(?!\w*\()/g`
    expect(await slowOf(['/0+/', ahead])).toEqual([ahead])
  })

  it('of app and server takes no longer than in proportion to the text', async () => {
    expect(all.size).toBeGreaterThan(200)
    const before = new Set(provenBefore())
    const growths = await Promise.all(
      [...all].flatMap(([literal, at]) =>
        before.has(literal)
          ? []
          : growthOf(literal).then((growth) => `${at} ${literal}: ${growth}`),
      ),
    )
    expect(growths.filter((growth) => !growth.endsWith(': safe'))).toEqual([])
    mkdirSync(path.dirname(PROVEN), { recursive: true })
    writeFileSync(PROVEN, JSON.stringify([...all.keys()]))
  })

  it('of app and server reads repeated letters to their end', async () => {
    expect((await slowOf([...all.keys()])).map((one) => `${all.get(one)} ${one}`)).toEqual([])
  })

  it('is made of no text that somebody types', () => {
    expect(found.flatMap(({ file, builds }) => (builds ? file : []))).toEqual(Object.keys(BUILT))
  })
})
