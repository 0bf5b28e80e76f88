set local check_function_bodies = off;

DROP FUNCTION "private"."audited_changes"(jsonb, jsonb);

CREATE OR REPLACE FUNCTION private.audit_updates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := auth.uid();
  v_document text[] := private.audited_document(tg_table_name);
begin
  -- Both tables have the rows in the order in which the statement changed them.
  insert into public.audit_log (project_id, user_id, table_name, row_id, kind, document_id, action, before, after)
  select (x.row ->> 'project_id')::uuid, v_user, tg_table_name, private.audited_id(x.row), v_document[1], (x.row ->> v_document[2])::uuid, 'update', c.before, c.after
  from unnest(array(select to_jsonb(r) from old_rows r), array(select to_jsonb(r) from new_rows r)) x (was, row)
  cross join lateral private.audited_changes(x.was, x.row) c
  where c.after is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audited_changes(p_old jsonb, p_new jsonb)
 RETURNS TABLE(before jsonb, after jsonb)
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 SELECT jsonb_object_agg(o.key, o.value) AS jsonb_object_agg,
     jsonb_object_agg(o.key, (audited_changes.p_new -> o.key)) AS jsonb_object_agg
    FROM jsonb_each(audited_changes.p_old) o(key, value)
   WHERE (((audited_changes.p_new -> o.key) IS DISTINCT FROM o.value) AND (o.key <> ALL (ARRAY['modified_at'::text, 'version'::text, 'sort_key'::text, 'search_key'::text, 'total_key'::text, 'name_core'::text, 'store_core'::text, 'taxpayer'::text, 'project_logos'::text])));
END;

CREATE OR REPLACE FUNCTION private.booking_vat(p_project uuid, p_booking uuid, OUT vatable numeric, OUT vat numeric, OUT exempt numeric, OUT zero_rated numeric)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  select s.taxed - s.vat, s.vat, s.exempt, s.zero_rated into vatable, vat, exempt, zero_rated from (
    select coalesce(sum(d.due) filter (where d.vat_class = 'vatable'), 0.00) as taxed, coalesce(sum(d.due) filter (where d.vat_class = 'exempt'), 0.00) as exempt,
      coalesce(sum(d.due) filter (where d.vat_class = 'zero_rated'), 0.00) as zero_rated,
      -- VAT on top of prices is rounded on each line, VAT in the prices on their sum.
      coalesce(sum(private.vat_in(d.due, d.vat_percent)) filter (where d.vat_on_top > 0), 0.00)
        + private.vat_in(coalesce(sum(d.due) filter (where d.vat_percent > 0 and d.vat_on_top = 0), 0.00), max(d.vat_percent)) as vat
    from (
      select l.vat_class, l.vat_percent, l.vat_on_top, private.delivered_amount(l, l.quantity - l.quantity_released) as due
      from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking) d) s;
end $function$;

CREATE OR REPLACE FUNCTION private.delivered_amount(p_line public.booking_lines, p_pieces bigint)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN ((p_line).vat_on_top = (0)::numeric) THEN private.net_amount((p_line).agent_srp, (p_line).agent_srp_pieces, (p_line).quantity, (p_line).discount_percent, (p_line).discount_amount, p_pieces) ELSE private.with_vat(private.net_amount((p_line).agent_srp, (p_line).agent_srp_pieces, (p_line).quantity, (p_line).discount_percent, (p_line).discount_amount, p_pieces), (p_line).vat_on_top) END;

CREATE OR REPLACE FUNCTION private.gross_amount(p_line public.booking_lines, p_pieces bigint)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN ((p_line).vat_on_top = (0)::numeric) THEN private.line_amount((p_line).agent_srp, (p_line).agent_srp_pieces, p_pieces) ELSE private.with_vat(private.line_amount((p_line).agent_srp, (p_line).agent_srp_pieces, p_pieces), (p_line).vat_on_top) END;

CREATE OR REPLACE FUNCTION private.refuse_closed_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_posted record;
  v_closed date;
begin
  -- One trigger for both, as every act posts and each would read the entries.
  for v_posted in
    select e.project_id, min(e.on_date) as first_day, array_agg(distinct e.on_date) as days from posted e group by e.project_id order by e.project_id
  loop
    v_closed := private.lock_closing(v_posted.project_id);
    if v_posted.first_day <= v_closed then perform private.refuse_closed(v_closed, ''); end if;
    -- Most days are not kept, and the lock is held: this saves the call.
    if current_setting('transaction_isolation') <> 'read committed'
      or exists (select from private.kept_days k where k.project_id = v_posted.project_id and k.on_date = any (v_posted.days)) then
      perform private.note_changed_days(v_posted.project_id, v_posted.days);
    end if;
  end loop;
  return null;
end $function$;

COMMENT ON FUNCTION "private"."audited_changes"(jsonb, jsonb) IS 'Returns the changed columns of a row with their values before and after; null when none of those that are logged did.';

REVOKE ALL ON FUNCTION "private"."audited_changes"(jsonb, jsonb) FROM PUBLIC;
