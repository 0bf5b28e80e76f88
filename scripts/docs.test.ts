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

const readme = readFileSync('README.md', 'utf8')
const architecture = readFileSync('docs/architecture.md', 'utf8')

/** A new engineer reads these first: the README, and what the numbered list in it links to. */
const READING_LIST = [
  'README.md',
  ...[
    ...(readme.split('## Read the code')[1]?.split('Look these up')[0] ?? '').matchAll(
      /\]\(([^)#]+\.md)/g,
    ),
  ].map(([, file = '']) => file),
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

  it('and their parts are there, where comments of the code refer to them', () => {
    const code = files
      .filter((file) => /\.(sql|tsx?|mjs)$/.test(file) && !file.endsWith('docs.test.ts'))
      .filter((file) => !file.startsWith(path.join('supabase', 'migrations')))
      .map((file) => ({
        file,
        text: readFileSync(file, 'utf8').replace(/\s+(?:--|\*|\/\/)?\s*/g, ' '),
      }))
    const headingsOf = (document: string) =>
      [...readFileSync(document, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!)
    const numbers = new Set(readdirSync('docs/decisions').map((file) => file.slice(0, 4)))
    const wrong = code.flatMap(({ file, text }) => {
      const sections = [...text.matchAll(/(docs\/[\w/-]+\.md)(?:, (["A-Z][^.;:)]*))?/g)].flatMap(
        ([shown, document = '', section]) => {
          if (!existsSync(document)) return [shown]
          const words = section?.replaceAll('"', '')
          const isThere =
            !words ||
            headingsOf(document).some((is) => words.startsWith(is) || is.startsWith(words))
          return isThere ? [] : [shown]
        },
      )
      const decisions = [...text.matchAll(/decisions\/(\d{4}(?:(?:, | and )\d{4})*)/g)].flatMap(
        ([, list = '']) => list.split(/, | and /).filter((number) => !numbers.has(number)),
      )
      return [...sections, ...decisions].map((each) => `${file}: ${each}`)
    })
    expect(wrong).toEqual([])
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

  it('give a new engineer a reading list of less than an hour', () => {
    const words = READING_LIST.flatMap((file) => readFileSync(file, 'utf8').split(/\s+/)).length
    const WORDS_A_MINUTE = 200
    expect(READING_LIST.length).toBeGreaterThan(4)
    expect(words / WORDS_A_MINUTE).toBeLessThan(60)
  })

  it('name commands that are there, and the README all that one types', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const named = (text: string) =>
      [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
    for (const { file, text } of documents)
      for (const name of named(text)) expect(Object.keys(scripts), file).toContain(name)
    // Verify runs these scripts as its steps; the others are npm's own words.
    const parts = ['prepare', 'start', 'lint', 'exports', 'typecheck', 'test']
    for (const name of Object.keys(scripts).filter((name) => !parts.includes(name)))
      expect(named(readme), name).toContain(name)
  })

  it('show the modules of the app in the levels that a test enforces', () => {
    const source = readFileSync('app/import-direction.test.ts', 'utf8')
    const [, levels = ''] = /const LEVELS = \[\n([\s\S]*?)\n\]/.exec(source) ?? []
    const enforced = [...levels.matchAll(/\[(.*)\]/g)].map(([, level = '']) =>
      [...level.matchAll(/'(\w+)'/g)].map(([, module = '']) => module).sort(),
    )
    const [, table = ''] = /\| Level .*\n\| -.*\n\| base .*\n((?:\|.*\n)+)/.exec(architecture) ?? []
    const shown = [...table.matchAll(/^\| \w+ +\| (.*?) +\|$/gm)].flatMap(([, modules = '']) =>
      modules.split('; then ').map((level) => level.split(', ').sort()),
    )
    expect(enforced.length).toBeGreaterThan(5)
    expect(shown).toEqual(enforced)
  })

  it('name the folders of the tests', () => {
    const folders = readdirSync('tests', { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    const testing = readFileSync('docs/testing.md', 'utf8')
    const named = [...testing.matchAll(/^\| `tests\/([\w-]+)` +\|/gm)].map(([, name = '']) => name)
    const [, listed = ''] = /^tests +(.*)$/m.exec(architecture) ?? []
    expect(named.sort()).toEqual(folders.sort())
    expect(listed.split(', ').sort()).toEqual(folders)
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

  it('number the decisions from 1 on, at most 60, each with the parts of a record', () => {
    const records = documents.filter(({ file }) => /^docs\/decisions\/\d/.test(file))
    const numbers = records.map(({ file }) => Number(path.basename(file).slice(0, 4)))
    expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, at) => at + 1))
    expect(numbers.length).toBeLessThanOrEqual(60)
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

/** Written by `npm run types` and `npm run release:migration`. */
const GENERATED = [
  /^app\/platform\/(db\/database\.types|access\/permissions)\.ts$/,
  /^supabase\/migrations\//,
]

/** The sources of the project, this test aside. */
const sources = files
  .filter((file) => /\.(tsx?|mjs|sql|css)$/.test(file) && file !== 'scripts/docs.test.ts')
  .filter((file) => !GENERATED.some((of) => of.test(file)))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

describe('files', () => {
  it('have at most 400 lines', () => {
    const long = sources.filter(({ text }) => text.trimEnd().split('\n').length > 400)
    expect(long.map(({ file }) => file)).toEqual([])
  })

  it('name documents and decisions that are there', () => {
    const missing = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/\bdocs\/[\w/-]+(?:\.\w+)?/g)]
        .filter(([named]) => !files.some((each) => each.startsWith(named)))
        .map(([named]) => `${file}: ${named}`),
    )
    expect(missing).toEqual([])
    const bare = sources.filter(({ text }) => /\bdecisions? \d/i.test(text))
    expect(bare.map(({ file }) => file)).toEqual([])
  })

  it('suppress few errors of the linter, each with its reason, and of the compiler none but in tests', () => {
    const suppressed = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/biome-ignore (.*)|@ts-(?:ignore|nocheck|expect-error)/g)]
        .filter(([, rule]) => rule || !/\.test\./.test(file))
        .map(([found, rule]) => ({ rule, shown: `${file}: ${found}` })),
    )
    expect(suppressed.filter(({ rule }) => !rule || !/: .{9}/.test(rule))).toEqual([])
    expect(suppressed.length).toBeLessThanOrEqual(26)
  })
})
