import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Package {
  integrity?: string
  inBundle?: boolean
  link?: boolean
  optional?: boolean
  resolved?: string
  version?: string
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Package>
}

/**
 * Programs of the Supabase CLI for other platforms: the registry did not have this version of them when the lockfile
 * was written. `npm install --package-lock-only` adds their hashes, once their entries are removed, where it has them.
 */
const SUPABASE_CLI = [
  'darwin-arm64',
  'darwin-x64',
  'linux-arm64',
  'linux-arm64-musl',
  'linux-x64-musl',
  'windows-arm64',
  'windows-x64',
].map((platform) => `node_modules/@supabase/cli-${platform}`)

describe('package-lock.json', () => {
  it('has an integrity hash for every package', () => {
    const without = Object.entries(packages).filter(
      ([name, { integrity, inBundle, link }]) =>
        name !== '' && !inBundle && !link && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
    )
    expect(without.map(([name]) => name).sort()).toEqual(SUPABASE_CLI)
    expect(without.filter(([, { optional }]) => !optional)).toEqual([])
  })

  it('names no registry', () => {
    const named = Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)
    expect(named.map(([name]) => name)).toEqual([])
  })

  it('has the exact version that package.json asks for', () => {
    const wanted = JSON.parse(readFileSync('package.json', 'utf8'))
    const wrong = Object.entries({ ...wanted.dependencies, ...wanted.devDependencies }).filter(
      ([name, version]) =>
        packages[`node_modules/${name}`]?.version !== String(version).replace(/^npm:.*@/, ''),
    )
    expect(wrong).toEqual([])
  })
})
