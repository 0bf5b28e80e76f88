import type { Permission } from '~/platform/access/permissions'
import type { ImportDefinition } from './definition'

const FOUND = import.meta.glob<{ kind: ImportDefinition }>('./kinds/*.ts', { eager: true })

/** Every import of the product, in the order in which a company is brought over: one per file in `kinds`. */
export const IMPORTS: readonly ImportDefinition[] = Object.values(FOUND)
  .map(({ kind }) => kind)
  .sort((a, b) => a.order - b.order)

/** Permissions of which one is enough to see the list of imports. */
export const IMPORT_PERMISSIONS = [
  ...new Set(IMPORTS.map(({ permission }) => permission)),
] as unknown as readonly [Permission, ...Permission[]]

/** Returns the import at an address, ignoring case; the address of the template belongs to it. */
export function importAt(pathname: string): ImportDefinition | undefined {
  const [, , name] = pathname.toLowerCase().split('/')
  return IMPORTS.find(({ kind }) => kind === name)
}
