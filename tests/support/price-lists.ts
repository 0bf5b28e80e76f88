import type { Fixture } from './fixture.ts'
import type { trade } from './trade.ts'

export interface Versioned {
  id: string
  version: number
}

/** Writes price lists and groups in project A, as the sales admin, and reads the prices that they propose. */
export function priceLists(fixture: Fixture, shop: ReturnType<typeof trade>) {
  const seller = () => fixture.role['sales admin']
  let serial = 0
  const list = (details: Record<string, unknown> = {}) =>
    shop.rpc<Versioned>(
      'save_price_list',
      {
        ...{ p_list: null, p_version: null },
        p_details: { name: `List ${++serial}`, valid_from: '2026-01-01', ...details },
      },
      seller(),
    )
  const set = (of: Versioned, items: Record<string, unknown>[], user = seller()) =>
    shop.rpc<Versioned>(
      'set_price_list_items',
      { p_list: of.id, p_version: of.version, p_items: { items } },
      user,
    )
  const versionOf = async (id: string, table = 'price_lists') =>
    (
      await fixture.db.sql<Versioned & Record<string, unknown>>(
        `select id, version from public.${table} where id = $1::uuid`,
        [id],
      )
    )[0]!
  const group = (price_list_id: string | null, more: Record<string, unknown> = {}) =>
    shop.rpc<Versioned>(
      'save_customer_group',
      {
        ...{ p_group: null, p_version: null },
        p_details: { name: `Group ${++serial}`, price_list_id, ...more },
      },
      seller(),
    )
  /** A customer of a group, with a list of its own. */
  async function customer(customer_group_id: string | null, price_list_id: string | null = null) {
    const id = await shop.customer()
    const { version } = await versionOf(id, 'customers')
    await shop.rpc(
      'set_customer_prices',
      { p_customer: id, p_version: version, p_details: { customer_group_id, price_list_id } },
      seller(),
    )
    return id
  }
  const proposed = async (
    customer_id: string | null,
    product: string,
    on = '2026-03-01',
    user = seller(),
  ) =>
    (
      await fixture.db.as<Record<string, string | number | null>>(
        user,
        `select agent_srp::text, agent_srp_pieces, list_name, valid_from::text, floor::text
       from public.proposed_prices($1::uuid, $2::uuid, $3::text, jsonb_build_object('products', jsonb_build_array($4::text)))`,
        [fixture.a, customer_id, on, product],
      )
    )[0]

  return { seller, list, set, versionOf, group, customer, proposed }
}
