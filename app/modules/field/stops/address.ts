import { paths } from '~/paths'

/** The address of the route of an agent on a weekday. */
export const routeAt = (agent: string, weekday: number) =>
  `${paths.field.routes}?agent=${agent}&day=${weekday}`
