"""The round trip through a client of openapi-generator for Python."""

import json
import re
import sys
import time
from urllib.parse import parse_qs, urlsplit

import commonhold
from commonhold import models

_, base_url, email, password = sys.argv


def next_cursor(link: str) -> str | None:
    following = re.search(r'<([^>]+)>; rel="next"', link)
    return parse_qs(urlsplit(following[1]).query)["cursor"][0] if following else None


configuration = commonhold.Configuration(host=base_url)
client = commonhold.ApiClient(configuration)
form = commonhold.AuthenticationApi(client).sign_in(username=email, password=password)
configuration.access_token = form.access_token
asset_models = commonhold.AssetModelsApi(client)
assets = commonhold.AssetsApi(client)
issues = commonhold.IssuesApi(client)

model = asset_models.create_asset_model(
    models.AssetModelCreate(
        name=f"Model of openapi-generator {time.time_ns()}",
        tracking_type=models.TrackingType("countable"),
        manufacturer="Lenovo",
    )
)
patched = asset_models.update_asset_model(
    model.id, asset_model_update=models.AssetModelUpdate(manufacturer=None)
)
ids: list[str] = []
for at in (1, 2, 3, 4):
    ids.append(assets.create_asset(models.AssetCreate(model_id=model.id, name=f"Asset {at}")).id)

names: list[str] = []
cursor: str | None = None
while True:
    page = assets.list_assets_with_http_info(
        id=ids[:3], limit=2, sort=[models.AssetsSort("name")], cursor=cursor
    )
    names.extend(asset.name for asset in page.data)
    headers = {name.lower(): value for name, value in (page.headers or {}).items()}
    cursor = next_cursor(headers["link"])
    if cursor is None:
        break

try:
    asset_models.delete_asset_model(model.id)
    raise SystemExit("the model was deleted")
except commonhold.ApiException as refused:
    problem = refused.data
issue = issues.create_issue(models.IssueCreate(title="Printer on floor 2 jams", issue_type="incident"))
move = issues.list_transitions_of_issue(issue.id)[0]
moved = issues.transition_issue(
    issue.id, issue_transition_input=models.IssueTransitionInput(transition_id=move.id)
)

print(
    json.dumps(
        {
            "manufacturer": patched.manufacturer,
            "names": names,
            "status": problem.status,
            "code": problem.code,
            "isMoved": moved.status == move.to_status.key,
            "subtype": moved.details.actual_instance.subtype,
            "token_type": form.token_type,
        }
    )
)
