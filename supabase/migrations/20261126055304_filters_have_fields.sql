CREATE OR REPLACE FUNCTION public.booking_totals(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(bookings bigint, cancelled bigint, total numeric, balance numeric, cleared_balance numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare v_where text := 'b.project_id = $1';
begin
  -- Filters without fields are refused.
  perform private.read_value(p_filters, 'stage');
  if jsonb_strip_nulls(private.fields_of(p_filters) - 'search_agents') = '{}' and private.scope_of(p_project, 'bookings.read') = 'all' then
    return query select a.* from private.totals_of_all(p_project) a;
    return;
  end if;
  -- Only given filters are in the query text, so that each one can use its index.
  if p_filters ->> 'stage' is not null then v_where := v_where || ' and b.stage = $2 ->> ''stage'''; end if;
  if p_filters ->> 'agent' is not null then v_where := v_where || ' and b.agent_id = private.read_uuid($2, ''agent'')'; end if;
  if p_filters ->> 'added_from' is not null then v_where := v_where || ' and b.date_added >= private.read_date($2, ''added_from'')'; end if;
  if p_filters ->> 'added_to' is not null then v_where := v_where || ' and b.date_added <= private.read_date($2, ''added_to'')'; end if;
  if p_filters ->> 'delivered_from' is not null then v_where := v_where || ' and b.date_delivered >= private.read_date($2, ''delivered_from'')'; end if;
  if p_filters ->> 'delivered_to' is not null then v_where := v_where || ' and b.date_delivered <= private.read_date($2, ''delivered_to'')'; end if;
  if p_filters ->> 'search' is not null then
    v_where := v_where || ' and (position(lower($2 ->> ''search'') in b.search_key) > 0
      or b.agent_id = any (private.read_uuids($2, ''search_agents'')))';
  end if;
  -- Most bookings have no balance, which is a cheaper test than whether they are validated.
  return query execute
    'select count(*), count(*) filter (where b.stage = ''cancelled''),
       coalesce(sum(b.total) filter (where b.stage <> ''cancelled''), 0.00),
       coalesce(sum(b.balance) filter (where b.balance <> 0 and b.approval_status like ''approved%''), 0.00),
       coalesce(sum(b.cleared_balance) filter (where b.cleared_balance <> 0 and b.approval_status like ''approved%''), 0.00)
     from public.bookings b where ' || v_where
  using p_project, p_filters;
end $function$;
