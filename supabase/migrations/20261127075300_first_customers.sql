CREATE OR REPLACE FUNCTION public.customer_list(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(id uuid, sort_key text, name text, store_name text, area text, tin_no text, business_style text, agent_id uuid, agent_name text, date_added date, created_by uuid, terms_days integer, credit_line numeric, approval_status text, exposure numeric, credit_left numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  v_order text := private.read_order(p_filters, '{name,exposure,credit_left,added}');
  v_by text := ltrim(v_order, '-');
  -- Figures are turned round by their sign, so that equal ones stay in the order of names.
  v_sign int := case when v_order like '-%' and v_by <> 'name' then -1 else 1 end;
  v_reverse boolean := (v_order like '-%' and v_sign = 1) <> (p_filters ? 'before');
  -- Otherwise the figures of the page are enough.
  v_figures boolean := v_by in ('exposure', 'credit_left') or private.read_boolean(p_filters, 'over_limit');
  v_n numeric; v_t text; v_id uuid;
begin
  select p.n, p.t, p.id into v_n, v_t, v_id from private.read_place(p_filters) p;
  return query
  with found as (
    select f.*,
      v_sign * case v_by when 'exposure' then f.exposure when 'credit_left' then coalesce(f.credit_left, 1e15)
        when 'added' then f.date_added - date '2000-01-01' else 0 end as n, f.sort_key as t
    from private.filtered_customers(p_project, p_filters, v_figures) f
  ), page as materialized (
    -- The first rows alone are sorted.
    select f.*, row_number() over () as place
    from (
      select f.* from found f
      where v_id is null or case when v_reverse then (f.n, f.t, f.id) < (v_n, v_t, v_id) else (f.n, f.t, f.id) > (v_n, v_t, v_id) end
      order by case when v_reverse then -f.n else f.n end, case when not v_reverse then f.t end, case when v_reverse then f.t end desc,
        case when not v_reverse then f.id end, case when v_reverse then f.id end desc
      limit least(coalesce(private.read_int(p_filters, 'limit'), 51), 1000)) f
  )
  select p.id, p.n || '~' || p.t, p.name, p.store_name, p.area, p.tin_no, p.business_style, p.agent_id, p.agent_name,
    p.date_added, p.created_by, p.terms_days, p.credit_line, p.approval_status, coalesce(k.exposure, p.exposure), case when v_figures then p.credit_left else k.credit_left end
  from page p
  left join private.credit_of(p_project, case when not v_figures then array(select x.id from page x) end) k on k.customer_id = p.id
  order by p.place;
end $function$;
