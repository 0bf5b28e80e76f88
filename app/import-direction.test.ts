import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/**
 * The modules by level: a module imports those of the levels above it in this list, never one beside or below it.
 * First the vocabulary that several domains share, then the domains, the readers of several domains, and the frame.
 */
const LEVELS = [
  ['people'],
  ['masters', 'logos', 'receivables', 'accounting'],
  ['audit', 'documents', 'import', 'prints'],
  ['customers'],
  ['inventory', 'expenses'],
  ['sales', 'treasury'],
  ['memos'],
  ['statements', 'reports', 'search', 'inbox', 'tax'],
  ['portals', 'views', 'notifications', 'sharing'],
  ['field'],
  ['navigation'],
  ['auth', 'home'],
  ['settings', 'shell', 'admin'],
]

/** Folders outside the modules, and what each may import of the project besides itself. */
const FOLDERS: Record<string, readonly string[]> = {
  'app/platform': ['app/paths.ts', 'package.json'],
  'app/ui': ['app/paths.ts', 'app/platform'],
  // The app for the field shares types, money, dates, quantities and design tokens with the back office, and nothing else.
  field: ['app/platform/field', 'app/platform/values', 'package.json'],
  server: ['app/platform', 'package.json'],
  tools: ['app/platform', 'server'],
  scripts: ['app/platform', 'server', 'tools', 'package.json'],
}

const files = execFileSync(
  'git',
  ['ls-files', 'app', 'field', 'server', 'scripts', 'tools', 'tests'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /\.(tsx?|mjs)$/.test(file))
const known = new Set([...files, 'package.json'])

/** The files of the project that a file imports, types included. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'))
  return importedFiles.flatMap(({ fileName }) => {
    const target = fileName.startsWith('~/')
      ? path.join('app', fileName.slice(2))
      : path.join(path.dirname(file), fileName)
    const found = ['', '.ts', '.tsx', '.mjs'].map((end) => target + end).find((at) => known.has(at))
    return fileName.startsWith('.') || fileName.startsWith('~/') ? (found ?? []) : []
  })
}

const imports = new Map(files.map((file) => [file, importsOf(file)]))
const arrows = [...imports].flatMap(([from, targets]) => targets.map((to) => ({ from, to })))
const moduleOf = (file: string) => /^app\/modules\/([^/]+)\//.exec(file)?.[1]
const levelOf = (name: string) => LEVELS.findIndex((level) => level.includes(name))
const shown = ({ from, to }: { from: string; to: string }) => `${from} imports ${to}`

/** Files that reach themselves by their imports, each cycle once. */
function cycles(): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const visit = (file: string, trail: string[]) => {
    const start = trail.indexOf(file)
    if (start >= 0) found.push([...trail.slice(start), file].join(' → '))
    if (start >= 0 || done.has(file)) return
    for (const next of imports.get(file) ?? []) visit(next, [...trail, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  return found
}

describe('the direction of imports', () => {
  it('reads the imports of the whole tree', () => {
    expect(files.length).toBeGreaterThan(1000)
    expect(arrows.length).toBeGreaterThan(files.length)
  })

  it('knows the level of every module', () => {
    const names = new Set(files.flatMap((file) => moduleOf(file) ?? []))
    expect([...names].sort()).toEqual(LEVELS.flat().sort())
  })

  it('goes from a module to lower ones only', () => {
    const wrong = arrows.filter(({ from, to }) => {
      const [own, other] = [moduleOf(from), moduleOf(to)]
      return own && other && own !== other && levelOf(other) >= levelOf(own)
    })
    expect(wrong.map(shown)).toEqual([])
  })

  it.each(Object.entries(FOLDERS))('leads from %s to what it may use only', (folder, allowed) => {
    const within = (file: string, folder: string) =>
      file === folder || file.startsWith(`${folder}/`)
    const wrong = arrows.filter(
      ({ from, to }) =>
        within(from, folder) && ![folder, ...allowed].some((folder) => within(to, folder)),
    )
    expect(wrong.map(shown)).toEqual([])
  })

  it('has no cycle of files, types included', () => {
    expect(cycles()).toEqual([])
  })
})
