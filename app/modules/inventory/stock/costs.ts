import type { ProjectSettings } from '~/platform/request/context'

/** The costs at which stock can be valued. */
export const STOCK_COSTS: Record<Required<ProjectSettings>['stock_cost'], string> = {
  default: 'Default cost',
  average: 'Moving average',
}
