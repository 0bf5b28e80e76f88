import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv } from '../server/env.ts'

/** The statements of the documents about this repository are compared with the repository. */
const files = [
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  ...['app', 'docs', 'scripts', 'server', 'supabase', 'tests', 'tools'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file))
      .filter((file) => statSync(file).isFile()),
  ),
]
const documents = files
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** A new engineer reads these first, in this order. */
const READING_LIST = [
  'README.md',
  'docs/architecture.md',
  'docs/domain.md',
  'docs/glossary.md',
  'docs/testing.md',
  'CONTRIBUTING.md',
]

/** Returns the anchor that GitHub gives a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

/** Names of all settings of the server, sorted. */
const settingNames = () =>
  [...readFileSync('server/env.ts', 'utf8').matchAll(/^ {4}([A-Z_]+): /gm)]
    .map(([, name]) => name)
    .sort()

describe('documents', () => {
  it('link to what is there', () => {
    const dead = documents.flatMap(({ file, text }) =>
      [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(
        ([link, to = '', section]) => {
          const target = to ? path.join(path.dirname(file), to) : file
          if (!existsSync(target)) return [`${file}: ${link}`]
          if (!section) return []
          const headings = readFileSync(target, 'utf8').matchAll(/^#+ (.*)$/gm)
          return [...headings].some(([, heading = '']) => anchor(heading) === section)
            ? []
            : [`${file}: ${link}`]
        },
      ),
    )
    expect(dead).toEqual([])
  })

  it('name files that are there', () => {
    const pathPattern = /`((?:app|server|scripts|supabase|tests|tools|docs)\/[\w./*-]+)`/g
    const missing = documents.flatMap(({ file, text }) =>
      [...text.matchAll(pathPattern)].flatMap(([, named = '']) => {
        const pattern = new RegExp(`^${named.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(/|$)`)
        return files.some((each) => pattern.test(each)) ? [] : [`${file}: ${named}`]
      }),
    )
    expect(missing).toEqual([])
  })

  it('use names that occur in the code', () => {
    const code = [...files, 'package.json', '.env.example', 'vitest.config.ts']
      .filter((file) => /\.(tsx?|mjs|sql|json|example)$/.test(file))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const words = new Set(code.match(/\w+/g))
    const unknown = READING_LIST.flatMap((file) => {
      const text = readFileSync(file, 'utf8').replace(/```.*?```/gs, '')
      const names = text.matchAll(/`(?:\w+\.)?(\w{3,})(?:\(.*?\))?`/g)
      return [...names].flatMap(([shown, name = '']) =>
        words.has(name) || /\.(ts|md|sql|mjs)`$/.test(shown) ? [] : [`${file}: ${shown}`],
      )
    })
    expect(unknown).toEqual([])
  })

  it('give a new engineer a reading list of less than an hour, each document linked', () => {
    const read = READING_LIST.map((file) => readFileSync(file, 'utf8'))
    const words = read.join(' ').split(/\s+/).length
    const WORDS_A_MINUTE = 200
    expect(words / WORDS_A_MINUTE).toBeLessThan(60)
    for (const file of READING_LIST.slice(1)) expect(read[0], file).toContain(`](${file})`)
  })

  it('name commands that are there, and the README all that one types', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const named = (text: string) =>
      [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
    for (const { file, text } of documents)
      for (const name of named(text)) expect(Object.keys(scripts), file).toContain(name)
    // Verify runs these scripts as its steps; the others are npm's own words.
    const parts = ['prepare', 'start', 'lint', 'exports', 'typecheck', 'test']
    const readme = named(readFileSync('README.md', 'utf8'))
    for (const name of Object.keys(scripts).filter((name) => !parts.includes(name)))
      expect(readme, name).toContain(name)
  })

  it('name long forms of tests that there are', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>
    }
    const named = Object.values(scripts).flatMap((line) =>
      line.startsWith('node scripts/long.mjs ') ? [line.split(' ').at(-1)] : [],
    )
    const { stderr } = spawnSync(process.execPath, ['scripts/long.mjs'], { encoding: 'utf8' })
    const [, known = ''] = /^Error: Choose one of (.*)\.$/m.exec(stderr) ?? []
    expect(named.sort()).toEqual(known.split(', ').sort())
  })

  it('explain each setting of the server, with its default', () => {
    const [, table = ''] = readFileSync('docs/deployment.md', 'utf8').split('## Settings')
    const rows = [...table.matchAll(/^\| `([A-Z_]+)` +\| (.*?) +\|/gm)]
    const said = Object.fromEntries(rows.map(([, name = '', value = '']) => [name, value]))
    const defaults: Record<string, unknown> = readEnv({ KALAKAL_DATA_DIR: '.data' })
    expect(Object.keys(said).sort()).toEqual(settingNames())
    for (const [name, value] of Object.entries(said)) {
      const is = defaults[name]
      if (typeof is === 'boolean') expect(value, name).toBe(is ? '1' : '0')
      else if (typeof is === 'number') expect(value, name).toBe(String(is))
      else if (name === 'KALAKAL_DATA_DIR') expect(is).toBe(path.resolve('.data'))
      else if (typeof is === 'string') expect(value.replaceAll('`', ''), name).toBe(is)
    }
  })

  it('name each setting of the server in .env.example, with its default', () => {
    const lines = readFileSync('.env.example', 'utf8').matchAll(/^(# )?([A-Z_]+)=(.*)$/gm)
    const defaults: Record<string, unknown> = readEnv({ KALAKAL_DATA_DIR: '.data' })
    const named = [...lines].map(([, commented, name = '', value = '']) => {
      const is = defaults[name]
      const text = typeof is === 'boolean' ? String(Number(is)) : String(is)
      const shown = value.replaceAll('"', '')
      if (name === 'KALAKAL_DATA_DIR') expect(path.resolve(shown)).toBe(is)
      else if (is === undefined) expect(commented, name).toBe('# ')
      else expect(shown, name).toBe(text)
      return name
    })
    expect(named.sort()).toEqual(settingNames())
    const example = spawnSync('sh', ['-c', 'set -a; . ./.env.example; env'], { encoding: 'utf8' })
    expect(example.stderr).toBe('')
    const set = example.stdout.split('\n').map((line) => line.split('=', 1)[0])
    expect(set).toEqual(expect.arrayContaining(['PORT', 'MAIL_FROM', 'LOG_LEVEL']))
  })

  it('have the workflow run every step of verify', () => {
    const workflow = readFileSync('.github/workflows/verify.yml', 'utf8')
    const run = [...workflow.matchAll(/steps: ([\w -]+) \}/g)].flatMap(([, names = '']) =>
      names.split(' '),
    )
    const verify = readFileSync('scripts/verify.mjs', 'utf8')
    const steps = [...verify.matchAll(/^ {4}(?:checked|tested)\('([\w-]+)'/gm)].map(
      ([, name]) => name,
    )
    expect(steps.length).toBeGreaterThan(5)
    expect([...new Set(run)].filter((name) => name !== 'build').sort()).toEqual(steps.sort())
  })

  it('number each decision once, each with the parts of a record', () => {
    const records = documents.filter(({ file }) => /^docs\/decisions\/\d/.test(file))
    const numbers = records.map(({ file }) => Number(path.basename(file).slice(0, 4)))
    // Numbers are given out before records are written, so some may be missing for a while.
    expect(new Set(numbers).size).toBe(numbers.length)
    const index = readFileSync('docs/decisions/README.md', 'utf8')
    for (const { file, text } of records) {
      expect(Number(/^# (\d+)/.exec(text)?.[1]), file).toBe(Number(path.basename(file).slice(0, 4)))
      expect(index, file).toContain(`](${path.basename(file)})`)
      expect(text, file).toMatch(/^- Date: \d{4}-\d{2}-\d{2}$/m)
      expect(text, file).toMatch(/^- Status: (accepted|proposed|superseded by \[\d{4}\]\(.*\))$/m)
      const parts = [...text.matchAll(/^## (.*)$/gm)].map(([, part]) => part)
      expect(parts, file).toEqual(['Context', 'Decision', 'Consequences'])
    }
  })
})

/** Written by `npm run types` and `npm run db:diff`. */
const GENERATED = [
  /^app\/platform\/(db\/database\.types|access\/permissions)\.ts$/,
  /^supabase\/migrations\//,
]

describe('files', () => {
  it('have at most 400 lines', () => {
    const written = /\.(tsx?|mjs|sql|css)$/
    const long = files
      .filter((file) => written.test(file) && !GENERATED.some((of) => of.test(file)))
      .filter((file) => readFileSync(file, 'utf8').trimEnd().split('\n').length > 400)
    expect(long).toEqual([])
  })
})
