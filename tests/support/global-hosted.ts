import type { TestProject } from 'vitest/node'
import { missingHostedPart, needPostgrest } from '../../tools/hosted-parts.mjs'
import { type HostedProject, MIGRATED, startHosted } from './hosted/project.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The hosted project of this run; not there in other suites. */
    hosted?: HostedProject
  }
}

/** Starts a PostgreSQL under hosted conditions, with the migrations pushed, before the suite `hosted`. */
export default async function setup(project: TestProject) {
  const { postgrest } = await hostedParts()
  const { url, stop } = await startHosted()
  project.provide('hosted', { url, postgrest })
  project.provide('template', MIGRATED)
  return stop
}

/** @throws the sentence that says which part of a hosted project is not at hand. */
export async function hostedParts(): Promise<{ postgrest: string }> {
  const missing = await missingHostedPart()
  const postgrest = await needPostgrest()
  if (missing || !postgrest) throw new Error(missing ?? 'No PostgREST.')
  return { postgrest }
}
