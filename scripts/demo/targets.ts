import type { Db } from '../../app/platform/request/context.ts'
import { addMonths, monthStart } from '../../app/platform/values/dates.ts'
import { sendCommand } from '../../tools/send-command.ts'
import { DEMO_ID } from './people.ts'

/** Sets the agents' monthly targets from three months ago on; the third agent has none. */
export async function loadTargets(manager: Db, agents: readonly string[], day: string) {
  const month = addMonths(monthStart(day), -3).slice(0, 7)
  const [first, second] = agents
  await sendCommand(manager, 'set_agent_targets', DEMO_ID, 'targets', {
    p_targets: {
      month,
      targets: [
        { agent_id: first, sales: '150000', collections: '90000' },
        { agent_id: second, sales: '120000', collections: '60000' },
      ],
    },
  })
}
