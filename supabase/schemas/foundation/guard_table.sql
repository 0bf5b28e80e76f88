-- The guards that every table of the program has.

create or replace function private.guard_table(p_table regclass, p_append_only boolean default false, p_deletable boolean default false)
returns void
language plpgsql set search_path = '' as $$
declare
  v_stamp text;
  v_joined boolean := exists (select from pg_catalog.pg_constraint k where k.conrelid = p_table and k.conname = (
    select c.relname || '_bounded' from pg_catalog.pg_class c where c.oid = p_table));
begin
  execute format('alter table %s enable row level security', p_table);
  execute format('alter table %s force row level security', p_table);
  execute format('revoke all on table %s from anon, authenticated, service_role', p_table);
  execute format(
    'create or replace trigger refuse_truncate before truncate on %s for each statement execute function private.refuse_truncate()',
    p_table);
  if p_append_only then
    execute format('create or replace trigger append_only before %s on %s for each row execute function private.refuse_change()',
      case when p_deletable then 'update' else 'update or delete' end, p_table);
    select a.attname into v_stamp
    from pg_catalog.pg_attribute a join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = p_table and pg_catalog.pg_get_expr(d.adbin, d.adrelid) = 'now()';
    if v_stamp is not null then
      -- A row that brings its time, such as of a company that moves here, keeps it.
      execute format('create or replace trigger note_moment before insert on %1$s for each row when (new.%2$I = now())'
        ' execute function private.note_moment(%2$L)', p_table, v_stamp);
    end if;
  elsif exists (select from pg_catalog.pg_attribute where attrelid = p_table and attname = 'project_id' and not attisdropped) then
    execute format('create or replace trigger keep_project before update on %s for each row execute function private.protect_project_id()',
      p_table);
  end if;
  -- private.join_checks has explained and bounded the others.
  if v_joined then return; end if;
  execute format('create or replace trigger explain_checks before insert or update on %s for each row'
    ' when (current_user = ''authenticated'') execute function private.explain_checks()', p_table);
  perform private.bound_columns(p_table);
end $$;
comment on function private.guard_table is
  'Guards a table of public: forced row-level security, no grants, no truncate, a fixed project_id, bounds of every column. Rows of an '
  'insert-only table know their moment; p_deletable leaves their deletion to another trigger. May be called again.';
