import { activeProject } from '../../app/platform/access/guard.server.ts'
import type { Identity } from '../../app/platform/request/context.ts'

/** The ids of the projects that `npm run demo` creates. */
export const DEMO_PROJECTS = {
  demo: '1fa45d7f-dfea-5d4c-8522-6881bac9316b',
  other: 'd2c36fad-49a8-587b-b3bc-5cb105c7616e',
} as const

/** The addresses of people whom the demo creates; their passwords are public. */
const DEMO_EMAIL = /@(demo|other)\.test$/

/**
 * Tells whether somebody works in a demo company. Beside demo companies an installation may have its own, whose people
 * must not read that their figures are made up; who has no project on the web is told by the address.
 */
export function isDemo(projectCookie: string | null, identity: Identity | null): boolean {
  if (!identity) return false
  const project = activeProject({ projectCookie }, identity)
  if (!project) return DEMO_EMAIL.test(identity.email)
  return Object.values<string>(DEMO_PROJECTS).includes(project.projectId)
}
