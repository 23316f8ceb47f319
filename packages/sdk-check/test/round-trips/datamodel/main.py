"""The round trip with the models of datamodel-code-generator, sent by httpx."""

import json
import sys
import time
from collections.abc import Iterator

import httpx
import models
from pydantic import BaseModel, TypeAdapter

_, base_url, email, password = sys.argv
client = httpx.Client(base_url=base_url)


def body(model: BaseModel) -> dict[str, object]:
    return model.model_dump(mode="json", exclude_unset=True)


def post(path: str, model: BaseModel, status: int = 201) -> bytes:
    response = client.post(path, json=body(model))
    assert response.status_code == status, response.text
    return response.content


def asset_names(ids: list[str]) -> Iterator[str]:
    params: dict[str, str | int | list[str]] = {"id": ids, "limit": 2, "sort": "name"}
    page = client.get("/assets", params=params)
    while True:
        assert page.status_code == 200, page.text
        for asset in TypeAdapter(list[models.Asset]).validate_json(page.content):
            yield asset.name
        following = page.links.get("next")
        if following is None:
            return
        page = client.get(following["url"])


signed_in = client.post("/me/signin", data={"username": email, "password": password})
tokens = models.Tokens.model_validate_json(signed_in.content)
client.headers["Authorization"] = f"Bearer {tokens.access_token}"

create = models.AssetModelCreate(
    name=f"Model of datamodel-code-generator {time.time_ns()}",
    tracking_type=models.TrackingType("countable"),
    manufacturer="Lenovo",
)
model = models.AssetModel.model_validate_json(post("/asset-models", create))
path = f"/asset-models/{model.id}"
update = models.AssetModelUpdate(manufacturer=None)
patched = models.AssetModel.model_validate_json(client.patch(path, json=body(update)).content)
ids: list[str] = []
for at in (1, 2, 3, 4):
    asset_body = models.AssetCreate(model_id=model.id, name=f"Asset {at}")
    ids.append(models.Asset.model_validate_json(post("/assets", asset_body)).id)
names = list(asset_names(ids[:3]))
problem = models.Problem.model_validate_json(client.delete(path).content)
incident = models.IssueCreate(title="Printer on floor 2 jams", issue_type="incident")
issue = models.Issue.model_validate_json(post("/issues", incident))
listed = client.get(f"/issues/{issue.id}/transitions")
move = TypeAdapter(list[models.IssueTransition]).validate_json(listed.content)[0]
transition = models.IssueTransitionInput(transition_id=move.id)
moved = models.Issue.model_validate_json(post(f"/issues/{issue.id}/transition", transition, 200))
details = moved.details.root
assert isinstance(details, models.IncidentDetails)

print(
    json.dumps(
        {
            "manufacturer": patched.manufacturer,
            "names": names,
            "status": problem.status,
            "code": problem.code,
            "isMoved": moved.status == move.to_status.key,
            "subtype": details.subtype.value,
            "token_type": tokens.token_type.value,
        }
    )
)
