import { row } from '~/platform/db/command.server'
import type { Db, Membership, ProjectSettings } from '~/platform/request/context'
import { parseMoment } from '~/platform/values/moments'

/** Reads the past moment as of which an address asks for figures; null for the figures of now. */
export function readKnownAt(url: string, timeZone: string): string | null {
  return parseMoment(new URL(url).searchParams.get('known_at') ?? '', timeZone)
}

/**
 * Returns the reader of a report or statement with the settings of the moment that its address names as `known_at`, by which
 * its amounts are computed: the ages, their names and the cost of stock. Without a moment they are those of now.
 */
export async function asKnown<R extends { db: Db; project: Membership }>(
  reader: R,
  url: string,
): Promise<R> {
  const { db, project } = reader
  const known_at = readKnownAt(url, project.timeZone)
  if (!known_at) return reader
  const found = row(
    await db.rpc('settings_as_of', { p_project: project.projectId, p_filters: { known_at } }),
  ) as Partial<ProjectSettings>
  return { ...reader, project: { ...project, settings: { ...project.settings, ...found } } }
}
