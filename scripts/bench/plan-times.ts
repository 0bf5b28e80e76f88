/** Describes a node of a plan as auto_explain tells it in JSON. */
interface PlanNode {
  'Node Type': string
  'Actual Total Time'?: number
  'Actual Loops'?: number
  'Relation Name'?: string
  'CTE Name'?: string
  'Subplan Name'?: string
  'Workers Launched'?: number
  Schema?: string
  Plans?: PlanNode[]
}

/** Are the schemas of the product's functions, whose statements are logged by themselves. */
const OURS = new Set(['public', 'private', 'known'])

/** Reads the plans among the messages of a connection that logs them with `auto_explain`. */
export function plansIn(messages: readonly string[]): PlanNode[] {
  return messages.flatMap((text) => {
    const from = text.indexOf('{')
    return text.includes(' plan:') && from >= 0 ? [JSON.parse(text.slice(from)).Plan] : []
  })
}

/**
 * Adds up the milliseconds that each kind of node took by itself, without those below it. A scan of one of our functions
 * counts nothing: its statements are plans too.
 */
export function ownTimes(plans: readonly PlanNode[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const plan of plans) {
    const named = new Map<string, number>()
    readNamed(plan, named)
    addOwn(plan, times, named)
  }
  return times
}

/** Returns whether it is a query of a `with` clause, which runs within the scans of it and not within its parent. */
const isNamed = (node: PlanNode) => node['Subplan Name']?.startsWith('CTE ') ?? false

/** Returns the time of all loops; processes that run side by side count as one. */
const total = (node: PlanNode, processes: number) =>
  ((node['Actual Total Time'] ?? 0) * (node['Actual Loops'] ?? 0)) / processes

/** Collects what each query of a `with` clause took in all. */
function readNamed(node: PlanNode, named: Map<string, number>, processes = 1): void {
  if (isNamed(node)) named.set(node['Subplan Name']!.slice('CTE '.length), total(node, processes))
  const inside = processesBelow(node, processes)
  for (const below of node.Plans ?? []) readNamed(below, named, inside)
}

const processesBelow = (node: PlanNode, processes: number) =>
  node['Workers Launched'] === undefined ? processes : node['Workers Launched'] + 1

function addOwn(
  node: PlanNode,
  times: Map<string, number>,
  named: Map<string, number>,
  processes = 1,
): void {
  const below = node.Plans ?? []
  const inside = processesBelow(node, processes)
  for (const one of below) addOwn(one, times, named, inside)
  const type = node['Node Type']
  if (type === 'Result' || (type === 'Function Scan' && OURS.has(node.Schema ?? ''))) return
  let own = total(node, processes)
  for (const one of below) if (!isNamed(one)) own -= total(one, inside)
  const scanned = node['CTE Name']
  if (scanned !== undefined) {
    // The first scan runs the query, and its time has the query's in it.
    const taken = Math.min(own, named.get(scanned) ?? 0)
    named.set(scanned, (named.get(scanned) ?? 0) - taken)
    own -= taken
  }
  const of = node['Relation Name']
  const label = of ? `${type.toLowerCase()} of ${of}` : type.toLowerCase()
  if (own > 0) times.set(label, (times.get(label) ?? 0) + own)
}
