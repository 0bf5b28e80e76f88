-- The list of bookings: its search, its pages and its sums. Lists page by key. See docs/domain.md, invariant 13.

create or replace function private.bookings_found(p_project uuid, p_search text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_text text := private.search_text(btrim(p_search));
  -- A text that is in a number from its first word on has this word whole in the number, also where it goes on in the next column.
  v_word text := private.paper_key(split_part(v_text, ' ', 1));
  v_most constant int := 2000;
  v_ids uuid[];
begin
  if coalesce(length(v_word), 0) < 3 then return null; end if;
  if private.scope_of(p_project, 'bookings.read') is null then return '{}'; end if;
  -- Each condition is on its own, so that it uses its index. More bookings than these are as quickly found one after the other.
  v_ids := array(
    (select b.id from private.booked_names n
      join public.bookings b on b.project_id = p_project and b.customer_id = n.customer_id
      where n.project_id = p_project and position(v_text in n.search_key) > 0 limit v_most + 1)
    union all
    select n.id from private.numbers_with(p_project, 'booking', v_word, v_most + 1) n
    union all
    select n.id from private.numbers_with(p_project, 'invoice', v_word, v_most + 1) n);
  if cardinality(v_ids) > v_most then return null; end if;
  return array(select distinct b.id
    from public.bookings b where b.project_id = p_project and b.id = any (v_ids) and position(v_text in b.search_key) > 0);
end $$;
comment on function private.bookings_found is
  'Returns ids of the bookings whose search_key contains a text, whoever may read them: a list shows those that its reader may. Null when '
  'the text is too short or in more than 2,000 bookings: then each booking is looked at. None without bookings.read.';

create or replace function private.booking_filter(p_filters jsonb, p_found uuid[]) returns text
language plpgsql immutable set search_path = '' as $$
begin
  -- Only given filters are in the query text, so that each one can use its index. Lines of a list or a purchase are counted for each
  -- booking, which are few with a stage; exists would begin with the lines of all years.
  return (select 'b.project_id = $1' || coalesce(string_agg(' and ' || f.condition, ''), '')
  from (values
    (p_filters ->> 'stage', case p_filters ->> 'stage'
      when 'open' then 'b.stage in (''pending'', ''validated'', ''invoiced'')'
      when 'undelivered' then 'b.stage in (''validated'', ''invoiced'')'
      when 'overdue' then
        'b.date_due < (select private.business_date($1)) and b.cleared_balance > 0 and b.approval_status like ''approved%'''
      else 'b.stage = $2 ->> ''stage''' end),
    (case when private.read_boolean(p_filters, 'uninvoiced') then '1' end, 'b.date_invoiced is null'),
    (p_filters ->> 'customer', 'b.customer_id = private.read_uuid($2, ''customer'')'),
    (p_filters ->> 'customer_group', 'b.customer_id in (select c.id from public.customers c
      where c.project_id = $1 and c.customer_group_id = private.read_uuid($2, ''customer_group''))'),
    (p_filters ->> 'product', 'exists (select from public.booking_lines l where l.project_id = $1 and l.booking_id = b.id
      and l.product_id = private.read_uuid($2, ''product'')' || case when p_filters ->> 'stage' in ('open', 'undelivered')
        then ' and l.quantity > l.quantity_delivered + l.quantity_released' else '' end || ')'),
    (p_filters ->> 'price_list', 'b.customer_id in (select c.id from public.customers c
        join public.price_lists s on s.project_id = c.project_id and s.id = private.read_uuid($2, ''price_list'')
        left join public.customer_groups g on g.project_id = c.project_id and g.id = c.customer_group_id and g.status = ''active''
        where c.project_id = $1 and (s.is_default or s.id in (c.price_list_id, g.price_list_id)))
      and (select count(*) from public.booking_lines l where l.project_id = $1 and l.booking_id = b.id and l.product_id = any (array(
        select i.product_id from public.price_list_items i
        where i.project_id = $1 and i.price_list_id = private.read_uuid($2, ''price_list'')
        union all
        select p.id from public.price_list_items i join public.products p on p.project_id = i.project_id
          and i.category = case i.category_no when 1 then p.category1 when 2 then p.category2 when 3 then p.category3 end
        where i.project_id = $1 and i.price_list_id = private.read_uuid($2, ''price_list'')))) > 0'),
    (p_filters ->> 'purchase', '(select count(*) from public.booking_lines l
      join public.price_changes h on h.project_id = l.project_id and h.product_id = l.product_id and h.source_table = ''purchases''
        and h.source_id = private.read_uuid($2, ''purchase'') and h.created_at > coalesce(b.edited_at, b.created_at)
      where l.project_id = $1 and l.booking_id = b.id) > 0'),
    (case when private.read_boolean(p_filters, 'mine') then '1' end, '(select auth.uid()) in (b.agent_id, b.created_by)'),
    (p_filters ->> 'agent', 'b.agent_id = private.read_uuid($2, ''agent'')'),
    (p_filters ->> 'added_from', 'b.date_added >= private.read_date($2, ''added_from'')'),
    (p_filters ->> 'added_to', 'b.date_added <= private.read_date($2, ''added_to'')'),
    (p_filters ->> 'delivered_from', 'b.date_delivered >= private.read_date($2, ''delivered_from'')'),
    (p_filters ->> 'delivered_to', 'b.date_delivered <= private.read_date($2, ''delivered_to'')'),
    (nullif(btrim(p_filters ->> 'search'), ''), '(' || case
      when p_found is null then 'position(private.search_text(btrim($2 ->> ''search'')) in b.search_key) > 0' else 'b.id = any ($3)' end
      || case when private.read_list(p_filters, 'search_agents') <> '[]'
        then ' or b.agent_id = any (private.read_uuids($2, ''search_agents''))' else '' end || ')')
    ) f (given, condition) where f.given is not null);
end $$;
comment on function private.booking_filter is
  'Returns the condition of a list of bookings (alias b; $1 = project, $2 = the filters, $3 = p_found, what bookings_found returned for '
  'their search).';

create or replace function public.booking_list(p_project uuid, p_filters jsonb default '{}')
returns table (id uuid, sort_key text, so_no text, stage text, invoice_no text, customer_id uuid, customer_name text,
  store_name text, agent_id uuid,
  date_added date, date_invoiced date, date_delivered date, total numeric, balance numeric,
  cleared_balance numeric, version int, on_hold boolean, credited numeric)
language plpgsql stable set search_path = '' as $$
declare
  v_sort text := private.read_order(p_filters, '{-added,added,so,customer,total,receivables,stage,agent}');
  v_by text := ltrim(v_sort, '-');
  v_found uuid[] := private.bookings_found(p_project, p_filters ->> 'search');
  v_page record;
begin
  perform private.authorize(p_project, 'bookings.read');
  if v_by = 'stage' then
    v_page := private.page_by_group(p_filters, 'b.stage', 'b.date_added',
      '{pending,validated,invoiced,delivered,paid,archived,cancelled}'::text[], v_sort like '-%');
  elsif v_by = 'agent' then
    v_page := private.page_by_group(p_filters, 'b.agent_id', 'b.date_added', private.members_by_name(p_project), v_sort like '-%');
  else
    v_page := private.page_by_key(p_filters, case v_by when 'so' then 'b.so_no' when 'customer' then 'b.customer_key'
        when 'total' then 'b.total_key' when 'receivables' then 'b.receivable_key' else 'b.date_added' end,
      case v_by when 'added' then 'day' when 'total' then 'number' when 'receivables' then 'number' else 'text' end, v_sort like '-%');
  end if;
  return query execute
    'select b.id, ' || v_page.sort_key || ', b.so_no, b.stage, b.invoice_no, b.customer_id, b.customer_name, b.store_name, b.agent_id,
      b.date_added, b.date_invoiced, b.date_delivered,
      b.total, b.balance, b.cleared_balance, b.version, b.on_hold, b.credited
    from ' || v_page.source || 'public.bookings b where ' || private.booking_filter(p_filters, v_found) || v_page.place || v_page.sorted
    || v_page.whole
  using p_project, p_filters, v_found;
end $$;
comment on function public.booking_list is
  'A page of bookings that the caller may read. p_filters: {search (SO no., invoice no., customer, store), search_agents: [uuid] (agents '
  'whose name it is as well), stage (also open: what is pending or not delivered in full, with product: of it; undelivered: open and not '
  'pending; overdue: owed beyond its due date), uninvoiced (true: only those without an invoice), mine (true: entered or sold by the '
  'caller), agent, customer, customer_group, product, price_list (with products that it '
  'has, of customers who buy by it), purchase (saved before it changed the live price of one of their products), added_from, added_to, '
  'delivered_from, delivered_to (inclusive), sort: added, so (its number), customer, total, receivables (cleared_balance of the validated '
  'ones), stage (in their order) or agent (by name; of both the newest first), with a minus before it for descending (the default is '
  '-added, newest first), limit, and after or before: {n, t, id}, where a row''s sort_key is "n~t"}. With before the rows come last first. '
  'Errors: 42501, 22023.';

create or replace function private.totals_of_all(p_project uuid,
  out bookings bigint, out cancelled bigint, out total numeric, out balance numeric, out cleared_balance numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.authorize(p_project, 'bookings.read') <> 'all' then perform private.forbid(); end if;
  select count(*), count(*) filter (where b.stage = 'cancelled'), coalesce(sum(b.total) filter (where b.stage <> 'cancelled'), 0.00)
  into bookings, cancelled, total from public.bookings b where b.project_id = p_project;
  select coalesce(sum(b.balance), 0.00), coalesce(sum(b.cleared_balance), 0.00) into balance, cleared_balance from public.bookings b
  where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%';
end $$;
comment on function private.totals_of_all is
  'Returns booking_totals of all bookings of a project, from two indexes, without the policy: asking it of each row takes as long again. '
  'Errors: 42501 unless the caller reads all bookings.';

create or replace function public.booking_totals(p_project uuid, p_filters jsonb default '{}')
returns table (bookings bigint, cancelled bigint, total numeric, balance numeric, cleared_balance numeric)
language plpgsql stable set search_path = '' as $$
declare v_found uuid[] := private.bookings_found(p_project, p_filters ->> 'search');
begin
  -- Filters without fields are refused.
  perform private.read_value(p_filters, 'stage');
  if jsonb_strip_nulls(private.fields_of(p_filters) - 'search_agents') = '{}' and private.scope_of(p_project, 'bookings.read') = 'all' then
    return query select a.* from private.totals_of_all(p_project) a;
    return;
  end if;
  -- Most bookings have no balance, which is a cheaper test than whether they are validated.
  return query execute
    'select count(*), count(*) filter (where b.stage = ''cancelled''),
       coalesce(sum(b.total) filter (where b.stage <> ''cancelled''), 0.00),
       coalesce(sum(b.balance) filter (where b.balance <> 0 and b.approval_status like ''approved%''), 0.00),
       coalesce(sum(b.cleared_balance) filter (where b.cleared_balance <> 0 and b.approval_status like ''approved%''), 0.00)
     from public.bookings b where ' || private.booking_filter(p_filters, v_found)
  using p_project, p_filters, v_found;
end $$;
comment on function public.booking_totals is
  'Sums of the bookings that match the filters: number, number of cancelled ones, total of the others, and balance and cleared balance of '
  'the validated ones. p_filters: those of booking_list. Rows are those that the caller may read.';

grant execute on function private.bookings_found, private.booking_filter, private.totals_of_all to authenticated;
