import type { ProjectSettings } from '~/platform/request/context'

/** What stock can be valued at. */
export const STOCK_COSTS: Record<ProjectSettings['stock_cost'], string> = {
  default: 'Default cost',
  average: 'Moving average',
}
