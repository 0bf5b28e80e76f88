-- Import of the stock that a company begins with, and undoing it and imported purchases. See docs/decisions/0013 and 0047.

create or replace function private.write_opening_stock(p_project uuid, p_import uuid, p_rows jsonb) returns void
language sql set search_path = '' as $$
  select private.post_stock(p_project, 'adjustment', 'imports', p_import, o.on_date, o.products, o.pieces, o.costs)
  from (
    select r.on_date, array_agg(r.product_id order by r.product_id) as products, array_agg(r.quantity order by r.product_id) as pieces,
      array_agg(private.line_amount(r.cost, r.cost_pieces, r.quantity) order by r.product_id) as costs
    from jsonb_to_recordset(p_rows) r (product_id uuid, on_date date, quantity int, cost numeric, cost_pieces int) group by 1 order by 1) o
$$;
comment on function private.write_opening_stock is 'Posts the stock of a sheet, with what it cost, on its dates.';

create or replace function private.undo_stock(p_kind text, p_project uuid, p_import uuid) returns void
language plpgsql set search_path = '' as $$
declare
  v_table text := case p_kind when 'purchases' then 'purchases' else 'imports' end;
  v_sources uuid[] := case p_kind when 'purchases' then array(
    select r.record_id from private.import_records r where r.project_id = p_project and r.import_id = p_import) else array[p_import] end;
  v_used text;
begin
  perform from public.purchases p where p.project_id = p_project and p.id = any (v_sources) order by p.id for update;
  -- The stock is locked too, also against a count sheet that is being made, so that nothing can follow meanwhile.
  perform from public.inventory i where i.project_id = p_project and i.product_id in (select m.product_id from public.stock_movements m
    where m.project_id = p_project and m.source_table = v_table and m.source_id = any (v_sources)) order by i.product_id for update;
  with mine as materialized (
    select m.product_id, m.id, m.source_id, m.quantity from public.stock_movements m
    where m.project_id = p_project and m.source_table = v_table and m.source_id = any (v_sources)
  ), moved as (
    select o.product_id, max(o.id) as last from public.stock_movements o
    where o.project_id = p_project and o.product_id in (select i.product_id from mine i)
      and not exists (select from mine i where i.product_id = o.product_id and i.id = o.id)
    group by o.product_id
  )
  select format(case when u.id is null then '%s has been bought, sold, reserved or counted since. Correct its stock by a count instead.'
    else '%s has been changed, or its goods have moved since: cancel the record, or correct the stock by a count.' end,
    coalesce(u.po_no, p.description))
  into v_used
  from mine i join public.products p on p.project_id = p_project and p.id = i.product_id
  join public.inventory s on s.project_id = p_project and s.product_id = i.product_id
  join public.imports x on x.project_id = p_project and x.id = p_import
  left join moved o on o.product_id = i.product_id
  left join public.purchases u on u.project_id = p_project and u.id = i.source_id
  where o.last > i.id or u.status <> 'active'
    or exists (select from public.product_edit_requests q where q.project_id = p_project and q.purchase_id = u.id)
    or u.id is null and (s.available < i.quantity or exists (
      select from public.stock_count_lines l join public.stock_counts c on c.project_id = l.project_id and c.id = l.count_id
      where l.project_id = p_project and l.product_id = i.product_id and c.count_status <> 'cancelled' and c.sheet_at >= x.created_at))
  order by u.po_no, p.sort_key limit 1;
  if v_used is not null then perform private.refuse('wrong_state', v_used); end if;
  if exists (select from public.inventory i join public.stock_movements m on m.project_id = i.project_id and m.product_id = i.product_id
      where m.project_id = p_project and m.source_table = v_table and m.source_id = any (v_sources)
      group by i.product_id, i.available having i.available < sum(m.quantity)) then
    perform private.refuse('wrong_state', 'Goods of this import are reserved.');
  end if;
  perform private.expect_movable(p_project, min(m.on_date), '') from public.stock_movements m
  where m.project_id = p_project and m.source_table = v_table and m.source_id = any (v_sources);
  perform private.post_stock(p_project, o.kind, v_table, o.source_id, o.on_date, o.products, o.pieces, o.costs, o.vats, o.lines,
    p_said => o.said)
  from (
    select m.source_id, m.kind, m.on_date, array_agg(m.product_id order by m.product_id, m.id desc) as products,
      array_agg(-m.quantity order by m.product_id, m.id desc) as pieces, array_agg(-m.cost order by m.product_id, m.id desc) as costs,
      array_agg(-m.vat_amount order by m.product_id, m.id desc) as vats, array_agg(m.source_line order by m.product_id, m.id desc) as lines,
      array_agg(-m.cost - m.variance order by m.product_id, m.id desc) as said
    from public.stock_movements m
    where m.project_id = p_project and m.source_table = v_table and m.source_id = any (v_sources)
    group by m.source_id, m.kind, m.on_date order by max(m.id) desc) o;
  update public.purchases set status = 'cancelled', cancelled_at = now(), cancelled_by = auth.uid(), cancel_reason = 'Import undone'
  where project_id = p_project and id = any (v_sources);
end $$;
comment on function private.undo_stock is
  'Posts the opposite of imported stock and purchases on its own days, and cancels these, unless the goods moved since.';

